import type { Snapshot } from '@curia/client'

// The hash of the seed of each match, as it was shown to the player before the first move: for the check of the deal.

const STORED = 'curia.seed-hashes'
const MOST = 30

type Entry = readonly [match: string, seedHash: string]

function entries(): Entry[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as Entry[]
  } catch {
    return []
  }
}

/** The hash that this device was shown during a match. */
export const shownHash = (match: string): string | undefined => entries().find(([id]) => id === match)?.[1]

/** The first hash that was shown counts, whatever is shown later. */
export function rememberHash({ you, match, seedHash }: Snapshot): void {
  if (you === 'spectator' || shownHash(match) !== undefined) return
  localStorage.setItem(STORED, JSON.stringify([[match, seedHash], ...entries()].slice(0, MOST)))
}
