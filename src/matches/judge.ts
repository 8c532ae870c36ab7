import { CodedError } from '../protocol/index.ts'
import type { CommitAnswer, PlayerRef } from '../protocol/index.ts'
import { advance, commitKey, seatOf } from '../record/index.ts'
import type { EntryBody, Fold } from '../record/index.ts'
import { RuleViolation } from '../rules/index.ts'
import type { Seat } from '../rules/index.ts'

/** The player's seat. @throws CodedError `not-your-match`. */
export function requireSeat(fold: Fold, player: PlayerRef): Seat {
  const seat = seatOf(fold, player.id)
  if (seat === null) throw new CodedError('not-your-match')
  return seat
}

/** The answer to a command that this seat has committed before, null if it has not. */
export function answeredBefore(fold: Fold, seat: Seat, actionId: string): CommitAnswer | null {
  const commit = fold.commits.get(commitKey(seat, actionId))
  return commit ? { match: fold.header.id, ...commit } : null
}

/** @throws CodedError `match-not-started`, `match-over`. */
export function requirePlaying(fold: Fold): void {
  if (fold.outcome) throw new CodedError('match-over')
  if (!fold.state) throw new CodedError('match-not-started')
}

/** That the player decided on what is now before him. @throws CodedError `stale`, `bad-request`. */
export function requireVersion(fold: Fold, version: number): void {
  if (version < fold.version) throw stale(fold.version)
  if (version > fold.version) {
    throw new CodedError('bad-request', 'The match has not come to this version yet.', { version: fold.version })
  }
}

export const stale = (version: number): CodedError => new CodedError('stale', undefined, { version })

/** @throws CodedError `not-your-turn`. */
export function requireTurn(fold: Fold, seat: Seat): void {
  if (fold.state!.toAct !== seat) throw new CodedError('not-your-turn')
}

/**
 * Whether an entry would end the match, if it came next.
 * @throws CodedError `illegal-action` with the rules' own code as `details.rule`.
 */
export function wouldEnd(fold: Fold, body: EntryBody): boolean {
  try {
    return advance(fold, { version: fold.version + 1, at: 0, body }).fold.outcome !== null
  } catch (error) {
    if (error instanceof RuleViolation) throw new CodedError('illegal-action', error.message, { rule: error.code })
    throw error
  }
}
