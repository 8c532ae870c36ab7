import type { Seat } from '../../rules/index.ts'
import type { Attendance } from '../news.ts'
import type { Match } from './match.ts'
import { connected, disconnected, EMPTY, seatsOf, unexpired, watched, watchersOf } from './presence.ts'
import type { Presence } from './presence.ts'
import type { Step } from './step.ts'

const SEATS = [0, 1] as const

/** See `LiveStore.connect`. */
export function connect(step: Step, match: string, seat: Seat, connection: string, ttlMs: number): void {
  change(step, match, (presence) => connected(presence, seat, connection, step.now + ttlMs))
  // Not before: a connection that is reported again after it has expired was open all the time.
  sweep(step)
}

/** See `LiveStore.disconnect`. */
export function disconnect(step: Step, match: string, seat: Seat, connection: string): void {
  sweep(step)
  change(step, match, (presence) => disconnected(presence, seat, connection, step.now))
}

/** See `LiveStore.reportWatchers`. */
export function reportWatchers(step: Step, match: string, node: string, watchers: number, ttlMs: number): void {
  change(step, match, (presence) => watched(presence, node, watchers, step.now + ttlMs))
  sweep(step)
}

/** See `LiveStore.attendance`. */
export function attendance(step: Step, match: string): Attendance {
  sweep(step)
  return attendanceOf(step, match)
}

/**
 * Removes connections and reports of spectators that have expired. The store must do this about every second, so that
 * the change is published in time.
 */
export function sweep(step: Step): void {
  for (const match of step.state.presences.expiries.due((at) => at <= step.now)) {
    if (step.find(match)) change(step, match, (presence) => unexpired(presence, step.now))
    else step.setPresence(match, undefined)
  }
}

function change(step: Step, match: string, how: (presence: Presence) => Presence): void {
  if (!step.find(match)) return
  const before = presenceOf(step, match)
  const after = how(before)
  step.setPresence(match, after)
  if (summary(before) !== summary(after)) publishAttendance(step, match)
}

const presenceOf = (step: Step, match: string): Presence => step.state.presences.get(match) ?? EMPTY

const summary = (presence: Presence): string => [watchersOf(presence), ...seatsOf(presence)].join()

export function publishAttendance(step: Step, match: string): void {
  step.publish({ match, type: 'attendance', attendance: attendanceOf(step, match) })
}

/** The attendance of a match whose expired connections have been removed. */
export function attendanceOf(step: Step, id: string): Attendance {
  const match = step.find(id)
  if (!match) return { seats: [], away: {}, watchers: 0 }
  const presence = presenceOf(step, id)
  const absences = SEATS.map((seat) => [seat, awaySince(step, match, seat)] as const)
  const away = absences.filter(([, since]) => since !== null)
  return { seats: seatsOf(presence), away: Object.fromEntries(away), watchers: watchersOf(presence) }
}

export const isConnected = (step: Step, match: string, seat: Seat): boolean =>
  seatsOf(presenceOf(step, match)).includes(seat)

/** Since when the player of a seat has had no connection. Null: they have one, or the seat has no player. */
export function awaySince(step: Step, { header, seated }: Match, seat: Seat): number | null {
  const since = seated[seat]
  if (since === undefined || isConnected(step, header.id, seat)) return null
  return Math.max(since, leftAt(step, header.id, seat))
}

const leftAt = (step: Step, match: string, seat: Seat): number =>
  presenceOf(step, match).left[seat] ?? step.state.connectionsSince

/** Downtime (ms) of the server is not counted as absence. */
export function giveBackAbsence(step: Step, match: string, ms: number): void {
  const left = Object.fromEntries(SEATS.map((seat) => [seat, Math.min(step.now, leftAt(step, match, seat) + ms)]))
  step.setPresence(match, { ...presenceOf(step, match), left })
}
