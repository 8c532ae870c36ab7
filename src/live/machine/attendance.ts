import type { Seat } from '../../rules/index.ts'
import type { Attendance } from '../news.ts'
import type { Match } from './match.ts'
import { connected, disconnected, EMPTY, seatsOf, unexpired, watched, watchersOf } from './place.ts'
import type { Place } from './place.ts'
import type { Step } from './step.ts'

const SEATS = [0, 1] as const

/** See `LiveStore.connect`. */
export function connect(step: Step, match: string, seat: Seat, connection: string, ttlMs: number): void {
  change(step, match, (place) => connected(place, seat, connection, step.now + ttlMs))
  // Only now: a connection that is reported again, if late, was there all the time.
  sweep(step)
}

/** See `LiveStore.disconnect`. */
export function disconnect(step: Step, match: string, seat: Seat, connection: string): void {
  sweep(step)
  change(step, match, (place) => disconnected(place, seat, connection, step.now))
}

/** See `LiveStore.reportWatchers`. */
export function reportWatchers(step: Step, match: string, node: string, watchers: number, ttlMs: number): void {
  change(step, match, (place) => watched(place, node, watchers, step.now + ttlMs))
  sweep(step)
}

/** See `LiveStore.attendance`. */
export function attendance(step: Step, match: string): Attendance {
  sweep(step)
  return attendanceOf(step, match)
}

/** Ends what has expired, connections and reports of spectators. Nobody asks: this must be done about every second. */
export function sweep(step: Step): void {
  for (const match of step.state.places.expiries.due((at) => at <= step.now)) {
    if (step.find(match)) change(step, match, (place) => unexpired(place, step.now))
    else step.place(match, undefined)
  }
}

function change(step: Step, match: string, how: (place: Place) => Place): void {
  if (!step.find(match)) return
  const before = placeOf(step, match)
  const after = how(before)
  step.place(match, after)
  if (summary(before) !== summary(after)) tellAttendance(step, match)
}

const placeOf = (step: Step, match: string): Place => step.state.places.get(match) ?? EMPTY

const summary = (place: Place): string => [watchersOf(place), ...seatsOf(place)].join()

export function tellAttendance(step: Step, match: string): void {
  step.tell({ match, type: 'attendance', attendance: attendanceOf(step, match) })
}

/** Who is connected, once what has expired is swept. */
export function attendanceOf(step: Step, id: string): Attendance {
  const match = step.find(id)
  if (!match) return { seats: [], away: {}, watchers: 0 }
  const place = placeOf(step, id)
  const away = SEATS.map((seat) => [seat, awaySince(step, match, seat)] as const).filter(([, since]) => since !== null)
  return { seats: seatsOf(place), away: Object.fromEntries(away), watchers: watchersOf(place) }
}

export const isConnected = (step: Step, match: string, seat: Seat): boolean =>
  seatsOf(placeOf(step, match)).includes(seat)

/** Since when the player of a seat has had no connection; null if they have one, or the seat has no player. */
export function awaySince(step: Step, { header, seated }: Match, seat: Seat): number | null {
  const since = seated[seat]
  return since === undefined || isConnected(step, header.id, seat) ? null : Math.max(since, leftAt(step, header.id, seat))
}

const leftAt = (step: Step, match: string, seat: Seat): number =>
  placeOf(step, match).left[seat] ?? step.state.connectionsSince

/** The server was down for so long: that is no absence. */
export function giveBackAbsence(step: Step, match: string, ms: number): void {
  const left = Object.fromEntries(SEATS.map((seat) => [seat, Math.min(step.now, leftAt(step, match, seat) + ms)]))
  step.place(match, { ...placeOf(step, match), left })
}
