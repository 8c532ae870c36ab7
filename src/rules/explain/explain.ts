import type { Viewer } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { becauseOf } from './because.ts'
import { blockedFor } from './blocked.ts'
import { ledgers } from './ledger.ts'
import { quotesOf } from './quotes.ts'
import type { Explanation } from './types.ts'

/**
 * What a position means for both seats, for one viewer: prices, ledgers, what is blocked and why, and the cause of the
 * open decision. Like a view, it is built by naming what the viewer may know (base.md §10, agora.md §7, pantheon.md §7).
 */
export function explain(state: MatchState, viewer: Viewer): Explanation {
  const blocked = viewer === 'spectator' ? null : blockedFor(state, viewer)
  const because = becauseOf(state)
  return {
    quotes: { 0: quotesOf(state, 0), 1: quotesOf(state, 1) },
    ledger: ledgers(state),
    ...(blocked && { blocked }),
    ...(because && { because }),
    ...(state.extraTurn && state.toAct !== null && { extraTurn: true }),
  }
}
