import type { Commit } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { CommitAnswer, PlayerRef, Snapshot } from '../protocol/index.ts'
import { advance, commitKey, deadlineOf, mayDo, seatOf } from '../record/index.ts'
import type { Clocks, EntryBody, Fold } from '../record/index.ts'
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
  requireNotOver(fold)
  if (!fold.state) throw new CodedError('match-not-started')
}

/** @throws CodedError `match-over`. */
export function requireNotOver(fold: Fold): void {
  if (fold.outcome) throw new CodedError('match-over')
}

/** That the snapshot shows the player that he may do this. @throws CodedError `not-now`. */
export function requireMayDo(fold: Fold, seat: Seat, what: keyof NonNullable<Snapshot['mayDo']>): void {
  if (!mayDo(fold, seat)[what]) throw new CodedError('not-now')
}

/** That the player decided on what is now before him. @throws CodedError `stale`, `bad-request`. */
export function requireVersion(fold: Fold, version: number): void {
  // An offer of a draw, or time that was given back, leaves what is to be decided as it was.
  if (version < fold.decidedAt) throw stale(fold.version)
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
 * What the store must know of an entry, if it came next: whether it ends the match, and the deadline after it.
 * @throws CodedError `illegal-action` with the rules' own code as `details.rule`.
 */
export function prospectOf(fold: Fold, body: EntryBody): Pick<Commit, 'ends' | 'deadline'> {
  // When it will be committed is not known yet. Any time does but the one from which the running clock counts.
  const at = (fold.clocks?.since ?? 0) + 1
  let next: Fold
  try {
    next = advance(fold, { version: fold.version + 1, at, body }).fold
  } catch (error) {
    if (error instanceof RuleViolation) throw new CodedError('illegal-action', error.message, { rule: error.code })
    throw error
  }
  if (next.outcome) return { ends: next.outcome.by === 'aborted' ? 'aborted' : 'game' }
  return next.clocks && next.clocks !== fold.clocks ? { deadline: deadlineAfter(next.clocks, fold.clocks) } : {}
}

/** While the same seat's time runs on, its end is known; that of a seat whose time begins depends on when it begins. */
function deadlineAfter(next: Clocks, before: Clocks | null): NonNullable<Commit['deadline']> {
  return next.since === before?.since ? { at: deadlineOf(next)! } : { after: next.remaining[next.running!] }
}
