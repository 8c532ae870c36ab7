import type { TakenSeat } from './port.ts'

/** The seats of a list as `LiveStore.matchesOf` orders them: those behind `after`, up to `limit`. */
export function latestSeats(seats: readonly TakenSeat[], limit: number, after?: TakenSeat): TakenSeat[] {
  const rest = after ? seats.filter((seat) => order(after, seat) < 0) : [...seats]
  return rest.sort(order).slice(0, limit)
}

/** Negative if the first seat comes first. */
const order = (one: TakenSeat, other: TakenSeat): number =>
  other.since - one.since || (one.match > other.match ? -1 : one.match < other.match ? 1 : 0)
