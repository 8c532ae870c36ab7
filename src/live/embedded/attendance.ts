import type { Seat } from '../../rules/index.ts'

/** Who is connected to one match. */
interface Place {
  /** By seat and connection: until when. */
  connections: Map<string, { seat: Seat; until: number }>
  /** By seat that had a connection and has none: since when. */
  left: Map<Seat, number>
  /** By node: how many spectators, and until when. */
  watchers: Map<string, { count: number; until: number }>
}

/**
 * Who is connected, as long as this process lives: with it all its connections end. Kept for a match until it is forgotten.
 * Times are ms since 1970. What changes something says whether it did.
 */
export class Attendances {
  readonly #since: number
  readonly #places = new Map<string, Place>()

  /** `since` is when this process began: before that nobody is known to have been away. */
  constructor(since: number) {
    this.#since = since
  }

  connect(match: string, seat: Seat, connection: string, until: number): boolean {
    return this.#change(match, ({ connections, left }) => {
      connections.set(`${seat}:${connection}`, { seat, until })
      left.delete(seat)
    })
  }

  disconnect(match: string, seat: Seat, connection: string, now: number): boolean {
    if (!this.#places.has(match)) return false
    return this.#change(match, (place) => {
      expire(place, now)
      leave(place, `${seat}:${connection}`, now)
    })
  }

  watch(match: string, node: string, count: number, until: number): boolean {
    return this.#change(match, ({ watchers }) => {
      if (count > 0) watchers.set(node, { count, until })
      else watchers.delete(node)
    })
  }

  /** Takes away what has expired; the matches in which that made a difference. */
  sweep(now: number): string[] {
    return [...this.#places.keys()].filter((match) => this.#change(match, (place) => expire(place, now)))
  }

  /** Who is away from a match is so for less long: the server was down. */
  delay(match: string, ms: number, now: number): void {
    this.#change(match, (place) => {
      for (const seat of [0, 1] as const) {
        const since = this.goneSince(match, seat)
        if (since !== null) place.left.set(seat, Math.min(now, since + ms))
      }
    })
  }

  seats(match: string): Seat[] {
    const place = this.#places.get(match)
    return place ? seatsOf(place) : []
  }

  /** Since when a seat has no connection, as far as this process knows; null if it has one. */
  goneSince(match: string, seat: Seat): number | null {
    return this.seats(match).includes(seat) ? null : (this.#places.get(match)?.left.get(seat) ?? this.#since)
  }

  watchers(match: string): number {
    const place = this.#places.get(match)
    return place ? watchersOf(place) : 0
  }

  forget(match: string): void {
    this.#places.delete(match)
  }

  #change(match: string, change: (place: Place) => void): boolean {
    const place: Place = this.#places.get(match) ?? { connections: new Map(), left: new Map(), watchers: new Map() }
    this.#places.set(match, place)
    const before = [...seatsOf(place), watchersOf(place)]
    change(place)
    return before.join() !== [...seatsOf(place), watchersOf(place)].join()
  }
}

function leave(place: Place, name: string, at: number): void {
  const connection = place.connections.get(name)
  if (!connection) return
  place.connections.delete(name)
  if (!seatsOf(place).includes(connection.seat)) place.left.set(connection.seat, at)
}

function expire(place: Place, now: number): void {
  const expired = [...place.connections].filter(([, { until }]) => until <= now)
  expired.sort(([, one], [, other]) => one.until - other.until)
  for (const [name, { until }] of expired) leave(place, name, until)
  for (const [node, { until }] of place.watchers) if (until <= now) place.watchers.delete(node)
}

function seatsOf({ connections }: Place): Seat[] {
  const taken = new Set([...connections.values()].map(({ seat }) => seat))
  return ([0, 1] as const).filter((seat) => taken.has(seat))
}

const watchersOf = ({ watchers }: Place): number => [...watchers.values()].reduce((sum, { count }) => sum + count, 0)
