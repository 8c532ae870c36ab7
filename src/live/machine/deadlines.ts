import type { Entry } from '../../record/index.ts'
import { attendanceOf, giveBackAbsence, publishAttendance, sweep } from './attendance.ts'
import type { Settings } from './change.ts'
import { expiryOf } from './expiry.ts'
import type { Match } from './match.ts'
import type { Transaction } from './transaction.ts'

/** See `LiveStore.heartbeat`. */
export function heartbeat(tx: Transaction, limit: number): string[] {
  signOfLife(tx)
  const { deadlines } = tx.state.matches
  // Downtime is given back to matches with a deadline only: without any of them there is nothing to remember.
  if (deadlines.size > 0) tx.change({ is: 'alive' })
  sweep(tx)
  return deadlines.due((at) => at < tx.now, limit).filter((id) => tx.find(id))
}

/** Matches can be played now. After an outage every match with a deadline is first given the time back. */
export function signOfLife(tx: Transaction): void {
  const { alive } = tx.state
  tx.alive()
  const ms = alive === null ? 0 : tx.now - alive
  if (ms <= tx.options.outageMs) return
  sweep(tx)
  for (const id of tx.state.matches.deadlines.due(() => true)) {
    const match = tx.find(id)
    if (match) giveBack(tx, match, ms)
  }
}

function giveBack(tx: Transaction, match: Match, ms: number): void {
  const { id } = match.header
  const deadline = match.deadline! + ms
  const seated = Object.fromEntries(
    Object.entries(match.seated).map(([seat, since]) => [seat, Math.min(tx.now, since + ms)]),
  )
  const expiresAt = expiryOf(match.status, tx.now, deadline, tx.options.retention)
  append(tx, match, { body: { type: 'downtime', ms } }, { deadline, expiresAt, seated })
  giveBackAbsence(tx, id, ms)
  if (Object.keys(attendanceOf(tx, id).away).length > 0) publishAttendance(tx, id)
}

/** Appends an entry to the log of a match, and publishes it. */
export function append(tx: Transaction, match: Match, what: Omit<Entry, 'version' | 'at'>, set: Settings): void {
  const { id } = match.header
  tx.change({ is: 'change', id, entry: { version: match.entries.length + 1, at: tx.now, ...what }, set })
  tx.publish({ match: id, type: 'entry', entry: tx.state.matches.get(id)!.entries.last! })
}
