import type { Snapshot } from '@curia/client'
import { note, noteOf } from './storage.ts'

// The hashes of each match as they were shown to the player: that of the seed before the first move, and the last one
// of the log. For the check of the deal and of the log.

const STORED = 'curia.seed-hashes'

/** What this device was shown during a match. */
export interface ShownHashes {
  seedHash?: string | undefined
  logHash?: string | undefined
}

/** The hashes that this device was shown during a match. */
export function shownHashes(match: string): ShownHashes {
  const [seedHash, logHash] = noteOf(STORED, match) as [string?, string?]
  return { seedHash, logHash }
}

/** The first hash of the seed that was shown counts, whatever is shown later; of the log, the last one. */
export function rememberHashes({ you, match, seedHash, logHash }: Snapshot): void {
  if (you === 'spectator') return
  const shown = shownHashes(match)
  if (shown.seedHash !== undefined && shown.logHash === logHash) return
  note(STORED, match, shown.seedHash ?? seedHash, logHash)
}
