import type { Snapshot } from '@curia/client'

/** A match of this player, as this device remembers it. */
export interface RememberedMatch {
  id: string
  kind: string
  clock: string
  opponent: string | null
  /** When it was last looked at, in ms since 1970. */
  at: number
  seedHash: string
  ended: boolean
}

const STORED = 'curia.matches'
const MOST = 30

export function rememberedMatches(): RememberedMatch[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? '[]') as RememberedMatch[]
  } catch {
    return []
  }
}

/** Keeps what the player needs to come back to a match, and the hash that they were shown for the check of the deal. */
export function remember(snapshot: Snapshot): void {
  if (snapshot.you === 'spectator') return
  const opponent = snapshot.players[snapshot.you === 0 ? 1 : 0]?.name ?? null
  const known = rememberedMatches().filter(({ id }) => id !== snapshot.match)
  const entry: RememberedMatch = {
    id: snapshot.match,
    kind: snapshot.kind,
    clock: snapshot.terms.clock,
    opponent,
    at: Date.now(),
    // The first one that was shown counts, whatever is shown later.
    seedHash: rememberedMatches().find(({ id }) => id === snapshot.match)?.seedHash ?? snapshot.seedHash,
    ended: snapshot.status === 'ended',
  }
  save([entry, ...known])
}

export const forgetMatch = (id: string): void => save(rememberedMatches().filter((match) => match.id !== id))

function save(matches: readonly RememberedMatch[]): void {
  localStorage.setItem(STORED, JSON.stringify(matches.slice(0, MOST)))
}
