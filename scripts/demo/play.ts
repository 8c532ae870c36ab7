import type { Action, LiveMatch, Snapshot } from '../../client/src/index.ts'
import { CuriaError, expandOffers } from '../../client/src/index.ts'

/** Picks one of the legal actions of a snapshot; may take its time. */
export type Picker = (snapshot: Snapshot, version: number) => Action | Promise<Action>

/**
 * Any offer, and then any action of it: so there is more to see than if all actions were equally likely.
 * @param random gives numbers in [0, 1).
 */
export function pickBy(random: () => number, { board }: Snapshot): Action {
  const anyOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  return anyOf(expandOffers([anyOf(board!.legal!)]))
}

export const pickAny = (snapshot: Snapshot): Action => pickBy(Math.random, snapshot)

/**
 * Plays a seat until the match has ended.
 * @throws CuriaError if an action that was offered is not accepted, or the match is closed.
 */
export async function playOn(match: LiveMatch, pick: Picker = pickAny): Promise<void> {
  for (;;) {
    const { snapshot, version, ended } = await match.until((state) => state.ended ?? state.snapshot.board?.legal)
    if (ended) return
    await match.act(await pick(snapshot, version), version).catch((error: unknown) => {
      // The match has moved on, as when the other player resigns: the next state shows it.
      if (!(error instanceof CuriaError) || !['stale', 'match-over'].includes(error.code)) throw error
    })
  }
}
