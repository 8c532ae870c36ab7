import type { Seat } from '../../rules/index.ts'

/** Who is connected to one match: never changed but replaced. Times are ms since 1970. */
export interface Place {
  /** By seat and connection: until when it lasts. */
  readonly connections: ReadonlyMap<string, { readonly seat: Seat; readonly until: number }>
  /** By seat that had a connection and has none: since when. */
  readonly left: { readonly 0?: number; readonly 1?: number }
  /** By node: how many spectators, and until when. */
  readonly watchers: ReadonlyMap<string, { readonly count: number; readonly until: number }>
}

export const EMPTY: Place = { connections: new Map(), left: {}, watchers: new Map() }

const nameOf = (seat: Seat, connection: string): string => `${seat}:${connection}`

export function seatsOf({ connections }: Place): Seat[] {
  const taken = new Set([...connections.values()].map(({ seat }) => seat))
  return ([0, 1] as const).filter((seat) => taken.has(seat))
}

export const watchersOf = ({ watchers }: Place): number =>
  [...watchers.values()].reduce((sum, { count }) => sum + count, 0)

/** When the first connection or report of spectators expires, null if there is none. */
export function earliestExpiry({ connections, watchers }: Place): number | null {
  const times = [...connections.values(), ...watchers.values()].map(({ until }) => until)
  return times.length > 0 ? Math.min(...times) : null
}

export const connected = (place: Place, seat: Seat, connection: string, until: number): Place => ({
  ...place,
  connections: new Map(place.connections).set(nameOf(seat, connection), { seat, until }),
  left: { ...place.left, [seat]: undefined },
})

export const disconnected = (place: Place, seat: Seat, connection: string, at: number): Place =>
  without(place, nameOf(seat, connection), at)

export function watched(place: Place, node: string, count: number, until: number): Place {
  const watchers = new Map(place.watchers)
  if (count > 0) watchers.set(node, { count, until })
  else watchers.delete(node)
  return { ...place, watchers }
}

/** Without what has expired. A seat is left at the moment at which its last connection expires. */
export function unexpired(place: Place, now: number): Place {
  const expired = [...place.connections].filter(([, { until }]) => until <= now)
  expired.sort(([, one], [, other]) => one.until - other.until)
  const { connections, left } = expired.reduce((before, [name, { until }]) => without(before, name, until), place)
  return { connections, left, watchers: new Map([...place.watchers].filter(([, { until }]) => until > now)) }
}

function without(place: Place, name: string, at: number): Place {
  const connection = place.connections.get(name)
  if (!connection) return place
  const connections = new Map(place.connections)
  connections.delete(name)
  const rest = { ...place, connections }
  return seatsOf(rest).includes(connection.seat) ? rest : { ...rest, left: { ...place.left, [connection.seat]: at } }
}
