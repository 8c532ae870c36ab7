import type { Seat, Snapshot } from '@curia/client'
import type { Board } from './board.ts'
import type { Catalogue } from './catalogue.ts'
import type { NamedPlayer } from './players.ts'

/** What texts tell of a table: the position that it shows, and who sits where. Nothing can be done at it. */
export interface ShownTable {
  readonly catalogue: Catalogue
  readonly snapshot: Snapshot
  readonly board: Board | undefined
  /** An earlier position that is looked at; null for the present. */
  readonly past: object | null
  /** The age that the first step found. */
  readonly firstAge: number
  /** The seat of the player on this side; null for spectators and replays. */
  readonly mine: Seat | null
  /** The seats as they are drawn. */
  readonly below: Seat
  readonly above: Seat
  nameOf(seat: Seat): string
  playerAt(seat: Seat): NamedPlayer
}
