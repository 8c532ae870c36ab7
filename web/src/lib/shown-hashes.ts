import type { Snapshot } from '@curia/client'
import { recall, remember } from './storage.ts'

// The hashes of each match as they were shown to the player: that of the seed before the first move, and the last one
// of the log. For the check of the deal and of the log.

const STORED = 'curia.seed-hashes'
const MOST = 30

type Entry = readonly [match: string, seedHash: string, logHash?: string]

/** What this device was shown during a match. */
export interface ShownHashes {
  seedHash?: string | undefined
  logHash?: string | undefined
}

function entries(): Entry[] {
  const stored = recall(STORED)
  return Array.isArray(stored) ? stored.filter((entry): entry is Entry => Array.isArray(entry)) : []
}

/** The hashes that this device was shown during a match. */
export function shownHashes(match: string): ShownHashes {
  const [, seedHash, logHash] = entries().find(([id]) => id === match) ?? []
  return { seedHash, logHash }
}

/** The first hash of the seed that was shown counts, whatever is shown later; of the log, the last one. */
export function rememberHashes({ you, match, seedHash, logHash }: Snapshot): void {
  if (you === 'spectator') return
  const all = entries()
  const known = all.find(([id]) => id === match)
  if (known && known[2] === logHash) return
  const others = all.filter(([id]) => id !== match)
  const now: Entry = [match, known?.[1] ?? seedHash, logHash]
  remember(STORED, [now, ...others].slice(0, MOST))
}
