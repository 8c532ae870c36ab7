import type { RulesEvent, Seat, ViewerStep } from './protocol.ts'

/** Something that was done to a match as a whole, beside the rules. */
export type Notice =
  | { type: 'resigned'; seat: Seat }
  | { type: 'aborted'; seat: Seat }
  /** A moderator ended the match. */
  | { type: 'annulled' }
  | { type: 'draw-offered'; seat: Seat }
  | { type: 'draw-accepted'; seat: Seat }
  | { type: 'draw-declined'; seat: Seat }
  /** The time of `seat` ran out. */
  | { type: 'time-ran-out'; seat: Seat }
  /** `seat` claimed the win because the other player was away. */
  | { type: 'absence-claimed'; seat: Seat }
  /** `seat` gave the other player so much time (ms). */
  | { type: 'time-given'; seat: Seat; ms: number }
  /** The server was down for so long (ms). */
  | { type: 'time-given-back'; ms: number }

/** Something that happened in a match. A newer server may send events of other types: ignore what you do not know. */
export type MatchEvent = RulesEvent | Notice

/** What happened in one version of a match, as its viewer may know it; possibly nothing. `at`: ms since 1970. */
export interface Step {
  readonly version: number
  readonly at: number
  readonly events: readonly MatchEvent[]
}

/** A step as the server sends it, with its events by their types. */
export const stepOf = ({ version, at, events }: ViewerStep): Step => ({
  version,
  at,
  events: events as unknown as MatchEvent[],
})
