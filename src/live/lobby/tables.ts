import type { Admission, MatchTerms, PlayerRef, Rating, SeriesTerms } from '../../protocol/index.ts'
import type { MatchOptions, Seat } from '../../rules/index.ts'

/** A match that is in the public list, or will be. */
export interface Table {
  match: string
  /** The invitation code. A table that is only reserved has none. */
  code?: string
  host: PlayerRef
  /** The host's; null where there is no clock. */
  rating: Rating | null
  /** The host's. */
  seat: Seat
  /** Both players bid for the first turn. */
  bid?: true
  /** The match is the first game of a series. */
  series?: SeriesTerms
  /** Whom the table admits; everybody, if it is left out. */
  admits?: Admission
  options: MatchOptions
  terms: MatchTerms
  /** When the table was reserved (ms since 1970, the store's time). */
  createdAt: number
}

/** A table that is to be reserved. */
export type TableRequest = Omit<Table, 'code' | 'createdAt'>

/** The public list of matches that wait for any opponent. */
export interface TableStore {
  /** Reserves a table, which is not in the public list yet. False: its host has `most` tables already. */
  reserve(table: TableRequest, most: number): Promise<boolean>
  /** Adds a reserved table to the public list. */
  open(match: string, code: string): Promise<void>
  close(match: string): Promise<void>
  /** The public list, newest first, at most `limit` tables. */
  list(limit: number): Promise<Table[]>
  /**
   * Claims up to `limit` tables, reserved or open, to be checked by the caller: those that were reserved, or claimed
   * last, at least `everyMs` ago.
   */
  claim(limit: number, everyMs: number): Promise<Table[]>
}
