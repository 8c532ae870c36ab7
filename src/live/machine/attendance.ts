import type { Seat } from '../../rules/index.ts'
import type { Attendance } from '../news.ts'
import type { Match } from './match.ts'
import type { Presence } from './presence.ts'
import { connected, disconnected, EMPTY, seatsOf, unexpired, watched, watchersOf } from './presence.ts'
import type { Transaction } from './transaction.ts'

export const SEATS = [0, 1] as const

/** See `LiveStore.connect`. */
export function connect(tx: Transaction, match: string, seat: Seat, connection: string, ttlMs: number): void {
  change(tx, match, (presence) => connected(presence, seat, connection, tx.now + ttlMs))
  // Not before: a connection that is reported again after it has expired was open all the time.
  sweep(tx)
}

/** See `LiveStore.disconnect`. */
export function disconnect(tx: Transaction, match: string, seat: Seat, connection: string): void {
  sweep(tx)
  change(tx, match, (presence) => disconnected(presence, seat, connection, tx.now))
}

/** See `LiveStore.reportWatchers`. */
export function reportWatchers(tx: Transaction, match: string, node: string, watchers: number, ttlMs: number): void {
  change(tx, match, (presence) => watched(presence, node, watchers, tx.now + ttlMs))
  sweep(tx)
}

/** See `LiveStore.attendance`. */
export function attendance(tx: Transaction, match: string): Attendance {
  sweep(tx)
  return attendanceOf(tx, match)
}

/**
 * Removes connections and reports of spectators that have expired. The store must do this about every second, so that
 * the change is published in time.
 */
export function sweep(tx: Transaction): void {
  for (const match of tx.state.presences.expiries.due((at) => at <= tx.now)) {
    if (tx.find(match)) change(tx, match, (presence) => unexpired(presence, tx.now))
    else tx.setPresence(match, undefined)
  }
}

function change(tx: Transaction, match: string, how: (presence: Presence) => Presence): void {
  if (!tx.find(match)) return
  const before = presenceOf(tx, match)
  const after = how(before)
  tx.setPresence(match, after)
  if (summary(before) !== summary(after)) publishAttendance(tx, match)
}

const presenceOf = (tx: Transaction, match: string): Presence => tx.state.presences.get(match) ?? EMPTY

const summary = (presence: Presence): string => [watchersOf(presence), ...seatsOf(presence)].join()

export function publishAttendance(tx: Transaction, match: string): void {
  tx.publish({ match, type: 'attendance', attendance: attendanceOf(tx, match) })
}

/** The attendance of a match whose expired connections have been removed. */
export function attendanceOf(tx: Transaction, id: string): Attendance {
  const match = tx.find(id)
  if (!match) return { seats: [], away: {}, watchers: 0 }
  const presence = presenceOf(tx, id)
  const absences = SEATS.map((seat) => [seat, awaySince(tx, match, seat)] as const)
  const away = absences.filter(([, since]) => since !== null)
  return { seats: seatsOf(presence), away: Object.fromEntries(away), watchers: watchersOf(presence) }
}

export const isConnected = (tx: Transaction, match: string, seat: Seat): boolean =>
  seatsOf(presenceOf(tx, match)).includes(seat)

/** Since when the player of a seat has had no connection. Null: they have one, or the seat has no player. */
export function awaySince(tx: Transaction, { header, seated }: Match, seat: Seat): number | null {
  const since = seated[seat]
  if (since === undefined || isConnected(tx, header.id, seat)) return null
  return Math.max(since, leftAt(tx, header.id, seat))
}

const leftAt = (tx: Transaction, match: string, seat: Seat): number =>
  presenceOf(tx, match).left[seat] ?? tx.state.connectionsSince

/** Downtime (ms) of the server is not counted as absence. */
export function giveBackAbsence(tx: Transaction, match: string, ms: number): void {
  const left = Object.fromEntries(SEATS.map((seat) => [seat, Math.min(tx.now, leftAt(tx, match, seat) + ms)]))
  tx.setPresence(match, { ...presenceOf(tx, match), left })
}
