import type { Game, GamesPage, GamesQuery, PlayerProfile } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { FinishedGame } from './finished.ts'

/**
 * Finished games, for good. Every method rejects with `CodedError('unavailable')`, within seconds, while the database does
 * not answer.
 */
export interface Archive {
  /** Keeps a game, in one transaction. Any number of times, by any number of nodes at once, is the same as once. */
  store(game: FinishedGame): Promise<'stored' | 'already'>

  /**
   * A page of games, newest first. Between the pages of a list no game is shown twice, and none of those that were there when
   * the first page was read is left out.
   * @throws CodedError `bad-cursor` if the cursor was not issued for these filters.
   */
  list(query: GamesQuery): Promise<GamesPage>
  /** One game; null if there is none of this id. */
  get(id: string): Promise<Game | null>
  /** Header and log of a game; null if there is none of this id. */
  record(id: string): Promise<MatchRecord | null>
  /** A player's name and balance; null for somebody without a finished game. */
  player(id: string): Promise<PlayerProfile | null>

  /** Resolves when the database answers and its schema is in place. */
  ping(): Promise<void>
  close(): Promise<void>
}
