import type { Seat } from '../rules/index.ts'

/** Something that was done to a match as a whole, outside the rules. */
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
