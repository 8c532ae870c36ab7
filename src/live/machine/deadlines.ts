import type { Entry } from '../../record/index.ts'
import { attendanceOf, giveBackAbsence, sweep, publishAttendance } from './attendance.ts'
import type { Settings } from './change.ts'
import { expiryOf } from './expiry.ts'
import type { Match } from './match.ts'
import type { Step } from './step.ts'

/** See `LiveStore.heartbeat`. */
export function heartbeat(step: Step, limit: number): string[] {
  signOfLife(step)
  const { deadlines } = step.state.matches
  // Downtime is given back to matches with a deadline only: without any of them there is nothing to remember.
  if (deadlines.size > 0) step.change({ is: 'alive' })
  sweep(step)
  return deadlines.due((at) => at < step.now, limit).filter((id) => step.find(id))
}

/** Matches can be played now. After an outage every match with a deadline is first given the time back. */
export function signOfLife(step: Step): void {
  const { alive } = step.state
  step.alive()
  const ms = alive === null ? 0 : step.now - alive
  if (ms <= step.options.outageMs) return
  sweep(step)
  for (const id of step.state.matches.deadlines.due(() => true)) {
    const match = step.find(id)
    if (match) giveBack(step, match, ms)
  }
}

function giveBack(step: Step, match: Match, ms: number): void {
  const { id } = match.header
  const deadline = match.deadline! + ms
  const seated = Object.fromEntries(
    Object.entries(match.seated).map(([seat, since]) => [seat, Math.min(step.now, since + ms)]),
  )
  const expiresAt = expiryOf(match.status, step.now, deadline, step.options.retention)
  append(step, match, { body: { type: 'downtime', ms } }, { deadline, expiresAt, seated })
  giveBackAbsence(step, id, ms)
  if (Object.keys(attendanceOf(step, id).away).length > 0) publishAttendance(step, id)
}

/** Appends an entry to the log of a match, and publishes it. */
export function append(step: Step, match: Match, what: Pick<Entry, 'body' | 'actionId'>, set: Settings): void {
  const { id } = match.header
  step.change({ is: 'change', id, entry: { version: match.entries.length + 1, at: step.now, ...what }, set })
  step.publish({ match: id, type: 'entry', entry: step.state.matches.get(id)!.entries.last! })
}
