import { otherSeat } from '../../record/index.ts'
import type { Seat } from '../../rules/index.ts'
import type { Commit, CommitResult } from '../port.ts'
import { awaySince, isConnected, publishAttendance, SEATS, sweep } from './attendance.ts'
import type { Settings } from './change.ts'
import { append, signOfLife } from './deadlines.ts'
import { expiryOf } from './expiry.ts'
import type { Match } from './match.ts'
import { isOpen } from './match.ts'
import { publishRematch } from './rematch.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.commit`. */
export function commit(tx: Transaction, asked: Commit): CommitResult {
  signOfLife(tx)
  const match = tx.find(asked.match)
  if (!match) return { status: 'unknown' }
  const version = match.entries.length
  const last = match.entries.last?.at ?? match.createdAt
  if (asked.version !== version || (asked.follows ?? last) !== last) return { status: 'stale', version }
  const refusal = refusalOf(tx, match, asked)
  if (refusal) return { status: refusal }

  const { body, actionId, previousHash } = asked
  const open = isOpen(match)
  const what = {
    ...(actionId !== undefined && { actionId }),
    ...(previousHash !== undefined && { previousHash }),
    body,
  }
  const changed = open ? { ...consequences(tx, match, asked), ...decided(match, asked) } : {}
  append(tx, match, what, changed)
  const taken = SEATS.filter((seat) => (changed.seated ?? match.seated)[seat] !== match.seated[seat])
  if (taken.some((seat) => !isConnected(tx, asked.match, seat))) publishAttendance(tx, asked.match)
  if (changed.rematch) publishRematch(tx, asked.match)
  return { status: 'committed', version: version + 1, at: tx.now }
}

/** Why the deadline or the condition of a commit refuses it. Null: they allow it. */
function refusalOf(tx: Transaction, match: Match, { condition }: Commit): 'late' | 'premature' | null {
  const overdue = match.deadline !== null && tx.now > match.deadline
  if (condition?.is === 'overdue') return overdue ? null : 'premature'
  if (overdue) return 'late'
  if (condition?.is !== 'away') return null
  sweep(tx)
  const since = awaySince(tx, match, condition.seat)
  return since !== null && tx.now - since >= condition.ms ? null : 'premature'
}

/** The next match, if the end of a game decides on one, and none is decided yet. */
const decided = ({ rematch }: Match, { ends, next }: Commit): Settings =>
  ends === 'game' && next && !rematch.next ? { rematch: { ...rematch, next } } : {}

/** The fields of a match in progress that an entry changes. */
function consequences({ now, options }: Transaction, match: Match, asked: Commit): Settings {
  const { retention } = options
  const { body, ends, offeredFrom = now, botTurn } = asked
  const joins = body.type === 'join'
  const changed = {
    ...(joins && { seated: seatedAfter(match, body.seat, now) }),
    ...(ends && match.botTurnUntil && { botTurnUntil: null }),
  }
  if (ends === 'game') {
    const offeredAt = Math.max(now, offeredFrom)
    return { ...changed, status: 'ended', deadline: null, offeredAt, waitingSince: offeredAt, expiresAt: null }
  }
  if (ends === 'aborted') return { ...changed, status: 'aborted', deadline: null, expiresAt: now + retention.endedMs }
  const status = joins ? 'playing' : match.status
  const deadline = deadlineAfter(now, match, asked)
  return {
    ...changed,
    ...(status !== match.status && { status }),
    ...(deadline !== match.deadline && { deadline }),
    ...(botTurn !== undefined && { botTurnUntil: botTurn && now + botTurn.leaseMs }),
    expiresAt: expiryOf(status, now, deadline, retention),
  }
}

/**
 * Since when the seats have players, once the second player has taken one. If the host had it while the match waited, the
 * host has the other one from now on.
 */
function seatedAfter({ seated }: Match, seat: Seat, now: number): Match['seated'] {
  const other = otherSeat(seat)
  if (seated[seat] === undefined) return { [seat]: now, ...seated }
  return seated[other] === undefined ? { [seat]: now, [other]: now } : seated
}

const deadlineAfter = (now: number, { deadline: before }: Match, { deadline: asked }: Commit): number | null =>
  asked === undefined ? before : asked && ('at' in asked ? asked.at : now + asked.after)
