import type { Commit } from '../live/index.ts'
import type { Fold } from '../record/index.ts'
import { awaitsBot, hasHouseSeat } from '../record/index.ts'

/** For how long a bot's turn belongs to the node that committed, or claimed it, unless it is renewed (ms). */
export const BOT_TURN_LEASE_MS = 5_000

/** What a commit says about the turn of a bot: nothing, in a match between people. @param next the match after it. */
export function botTurnOf(next: Fold): Pick<Commit, 'botTurn'> {
  if (!hasHouseSeat(next)) return {}
  return { botTurn: awaitsBot(next) === null ? null : { leaseMs: BOT_TURN_LEASE_MS } }
}
