import type { PlayerRef, Snapshot } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import { mayDo, seatOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/**
 * Requires of a player who takes the other seat a bid for the first turn where the host has bid, and none elsewhere.
 * @throws CodedError `bad-request`; `details.issues` says so, as for a message of another shape.
 */
export function requireBid({ bid: host }: Pick<MatchHeader, 'bid'>, bid: number | undefined): void {
  if ((host === undefined) === (bid === undefined)) return
  const message = host === undefined ? 'nobody bids for the first turn in this match' : 'both bid for the first turn'
  throw new CodedError('bad-request', undefined, { issues: [{ path: '/bid', message }] })
}

/** The player's seat. @throws CodedError `not-your-match`. */
export function requireSeat(fold: Fold, player: PlayerRef): Seat {
  const seat = seatOf(fold, player.id)
  if (seat === null) throw new CodedError('not-your-match')
  return seat
}

/** @throws CodedError `match-over`, `match-not-started`. */
export function requirePlaying(fold: Fold): void {
  requireNotOver(fold)
  if (!fold.state) throw new CodedError('match-not-started')
}

/** @throws CodedError `match-over`. */
export function requireNotOver(fold: Fold): void {
  if (fold.outcome) throw new CodedError('match-over')
}

/** Requires what the snapshot lists in `mayDo`. @throws CodedError `not-now`. */
export function requireMayDo(fold: Fold, seat: Seat, what: keyof NonNullable<Snapshot['mayDo']>): void {
  if (!mayDo(fold, seat)[what]) throw new CodedError('not-now')
}

/** Requires that the player decided on what is to be decided now. @throws CodedError `stale`, `unknown-version`. */
export function requireDecidedOn(fold: Fold, version: number): void {
  // An offer of a draw, or time that was given back, leaves what is to be decided as it was.
  if (version < fold.decidedAt) throw stale(fold.version)
  if (version > fold.version) throw unknownVersion(fold.version)
}

/** The error for a version that the match had; `version` is the present one. */
export const stale = (version: number): CodedError => new CodedError('stale', undefined, { version })

/** The error for a version that the match does not have; `version` is the present one. */
export const unknownVersion = (version: number): CodedError => new CodedError('unknown-version', undefined, { version })

/** @throws CodedError `not-your-turn`. */
export function requireTurn(fold: Fold, seat: Seat): void {
  if (fold.state!.toAct !== seat) throw new CodedError('not-your-turn')
}
