import type { Seat } from '../../rules/index.ts'

/** The connections to one match. A value is never changed, only replaced. Times are ms since 1970. */
export interface Presence {
  /** By seat and connection: when it expires. */
  readonly connections: ReadonlyMap<string, { readonly seat: Seat; readonly until: number }>
  /** By seat whose last connection has ended: when that was. */
  readonly left: { readonly 0?: number; readonly 1?: number }
  /** By node: how many spectators it reported, and when the report expires. */
  readonly watchers: ReadonlyMap<string, { readonly count: number; readonly until: number }>
}

export const EMPTY: Presence = { connections: new Map(), left: {}, watchers: new Map() }

const nameOf = (seat: Seat, connection: string): string => `${seat}:${connection}`

export function seatsOf({ connections }: Presence): Seat[] {
  const taken = new Set([...connections.values()].map(({ seat }) => seat))
  return ([0, 1] as const).filter((seat) => taken.has(seat))
}

export const watchersOf = ({ watchers }: Presence): number =>
  [...watchers.values()].reduce((sum, { count }) => sum + count, 0)

/** When the next connection or report of spectators expires. Null: there is none. */
export function earliestExpiry({ connections, watchers }: Presence): number | null {
  const times = [...connections.values(), ...watchers.values()].map(({ until }) => until)
  return times.length > 0 ? Math.min(...times) : null
}

export const connected = (presence: Presence, seat: Seat, connection: string, until: number): Presence => ({
  ...presence,
  connections: new Map(presence.connections).set(nameOf(seat, connection), { seat, until }),
  left: { ...presence.left, [seat]: undefined },
})

export const disconnected = (presence: Presence, seat: Seat, connection: string, at: number): Presence =>
  without(presence, nameOf(seat, connection), at)

export function watched(presence: Presence, node: string, count: number, until: number): Presence {
  const watchers = new Map(presence.watchers)
  if (count > 0) watchers.set(node, { count, until })
  else watchers.delete(node)
  return { ...presence, watchers }
}

/** Removes what has expired. A player is away from the moment at which their last connection expired. */
export function unexpired(presence: Presence, now: number): Presence {
  const expired = [...presence.connections].filter(([, { until }]) => until <= now)
  expired.sort(([, one], [, other]) => one.until - other.until)
  const { connections, left } = expired.reduce((before, [name, { until }]) => without(before, name, until), presence)
  return { connections, left, watchers: new Map([...presence.watchers].filter(([, { until }]) => until > now)) }
}

function without(presence: Presence, name: string, at: number): Presence {
  const connection = presence.connections.get(name)
  if (!connection) return presence
  const connections = new Map(presence.connections)
  connections.delete(name)
  const rest = { ...presence, connections }
  return seatsOf(rest).includes(connection.seat) ? rest : { ...rest, left: { ...presence.left, [connection.seat]: at } }
}
