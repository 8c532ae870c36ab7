import type {
  EncounterPage,
  Game,
  GameChatPage,
  GamesPage,
  GamesQuery,
  LeaderboardPage,
  OwnGame,
  PageQuery,
  PlayerProfile,
  PlayerWonders,
  Rating,
  RatingHistoryPage,
  RatingKind,
} from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { FinishedGame } from './finished.ts'

/**
 * Finished games, for good, and what follows from them. Every method rejects with `CodedError('unavailable')`, within seconds,
 * while the database does not answer; every one that takes a cursor with `bad-cursor`, if it was not issued for the same list.
 * Between the pages of a list no game is shown twice, and none of those that were there when the first page was read is left out.
 */
export interface Archive {
  /**
   * Keeps a game, with its ratings, in one transaction. Any number of times, by any number of nodes at once, and in any order of
   * the games, is the same as once and in their order. What was said since the last time is added.
   */
  store(game: FinishedGame): Promise<'stored' | 'already'>

  /** A page of games, newest first. */
  list(query: GamesQuery): Promise<GamesPage>
  /** One game; null if there is none of this id. */
  get(id: string): Promise<Game | null>
  /** Header and log of a game; null if there is none of this id. */
  record(id: string): Promise<MatchRecord | null>
  /** The ids of the players of a game by seat, and a page of what they said; null if there is none of this id. */
  chat(id: string, page: PageQuery): Promise<{ players: string[]; page: GameChatPage } | null>

  /** A player as his games show him; null for somebody without a finished game. */
  player(id: string): Promise<PlayerProfile | null>
  /** What a player drafted; null for somebody without a finished game. */
  wonders(id: string): Promise<PlayerWonders | null>
  /** Two players' games against each other; null if one of them has no finished game. */
  encounter(id: string, other: string, page: PageQuery): Promise<EncounterPage | null>

  /** A player's rating of one kind: that of a newcomer for who has not played a rated game of it. */
  rating(player: string, kind: RatingKind): Promise<Rating>
  /** What rated games did to a player's rating, latest first. */
  ratingHistory(player: string, kind: RatingKind, page: PageQuery): Promise<RatingHistoryPage>
  /** Who is best, of those who have played enough games and whose ratings are certain enough. */
  leaderboard(kind: RatingKind, page: PageQuery): Promise<LeaderboardPage>
  /** The top of every leaderboard. */
  leaderboards(): Promise<LeaderboardPage[]>

  /** A page of a player's own games, newest first, with all that is kept of them. */
  ownGames(player: string, page: PageQuery): Promise<{ games: OwnGame[]; next?: string }>
  /**
   * Takes a player's name and words out of everything that is kept, or stored later. Games, results and ratings stay. To be
   * repeated if it was cut short.
   */
  forget(player: string): Promise<void>

  /** Resolves when the database answers and its schema is in place. */
  ping(): Promise<void>
  close(): Promise<void>
}
