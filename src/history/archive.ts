import type {
  Deal,
  DealResultsPage,
  DraftQuery,
  DraftStatistics,
  EncounterPage,
  ExportQuery,
  Game,
  GameChatPage,
  GameKind,
  GamesPage,
  GamesQuery,
  Ladder,
  LeaderboardPage,
  OwnGame,
  PageQuery,
  PlayerProfile,
  PlayerWonders,
  Rating,
  RatingHistoryPage,
  RatingKind,
  Statistics,
  StatisticsQuery,
} from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { ExportPage } from './export.ts'
import type { FinishedGame } from './finished.ts'
import type { FoundGame, PastGame } from './games.ts'
import type { PlayedTerms } from './played.ts'
import type { Pair, PairsQuery } from './ratings/pairs.ts'

/**
 * Finished games, stored without a time limit, and what follows from them.
 *
 * While the database does not answer, every method rejects with `CodedError('unavailable')` within seconds. Every
 * method that takes a cursor rejects with `bad-cursor` if the cursor was not issued for the same list. Through the
 * pages of a list no game comes twice, and each game that was in the list when its first page was read comes once.
 */
export interface Archive {
  /**
   * Stores a game with its ratings in one transaction. It does not matter how often a game is stored, by how many nodes
   * at the same time, or in which order games arrive. Chat lines that are new since the last time are added.
   */
  store(game: FinishedGame): Promise<'stored' | 'already'>
  /**
   * Stores games in one transaction, all or nothing, which costs much less than one by one.
   * @returns what became of each game, in the order given.
   */
  storeAll(games: readonly FinishedGame[]): Promise<('stored' | 'already')[]>

  /** A page of games, newest first. */
  list(query: GamesQuery): Promise<GamesPage>
  /** A game; null if none has this id. */
  get(id: string): Promise<Game | null>
  /** The same, and whether lists of all games have it. */
  find(id: string): Promise<FoundGame | null>
  /** What can be said of a game without reading its record; null if none has this id. */
  past(id: string): Promise<PastGame | null>
  /** The header and the log of a game; null if none has this id. */
  record(id: string): Promise<MatchRecord | null>
  /** A page of whole games, newest first, without those of private matches. It reads `limit` games at most. */
  export(query: ExportQuery & { limit: number }): Promise<ExportPage>
  /** The deal with this id, or of the game with this id; null if there is none. */
  deal(id: string): Promise<Deal | null>
  /** A page of the listed games on a deal, newest first; null if there are no games on such a deal. */
  dealResults(id: string, page: PageQuery): Promise<DealResultsPage | null>
  /** What people have played in listed games that ended since a time (ms since 1970). */
  playedSince(since: number): Promise<PlayedTerms[]>
  /** What is known of the listed games of a kind: of those that the export has. */
  statistics(kind: GameKind, query: StatisticsQuery): Promise<Statistics>
  /** What is known of four wonders that lie open together in the draft of these games. */
  draftStatistics(kind: GameKind, query: DraftQuery): Promise<DraftStatistics>
  /** The ids of the players of a game by seat, and a page of their chat; null if no game has this id. */
  chat(id: string, page: PageQuery): Promise<{ players: string[]; page: GameChatPage } | null>

  /** A player, from their finished games; null for a player who has none. */
  player(id: string): Promise<PlayerProfile | null>
  /** The wonders that a player has drafted; null for a player who has no finished game. */
  wonders(id: string): Promise<PlayerWonders | null>
  /** The games of two players against each other; null if one of them has no finished game. */
  encounter(id: string, other: string, page: PageQuery): Promise<EncounterPage | null>

  /** A player's rating of a kind; the initial rating for a player who has not played a rated game of that kind. */
  rating(player: string, kind: RatingKind): Promise<Rating>
  /** In how many of their last rated games of a kind (`BALANCED_GAMES`) a player began. */
  begunBy(player: string, kind: RatingKind): Promise<number>
  /** The pairs that have met most often in rated games, those with the most games first. */
  pairs(query: PairsQuery): Promise<Pair[]>
  /** What rated games did to a player's rating, latest first. */
  ratingHistory(player: string, kind: RatingKind, page: PageQuery): Promise<RatingHistoryPage>
  /** The best players who have played enough games and whose ratings are certain enough. */
  leaderboard(kind: RatingKind, page: PageQuery): Promise<LeaderboardPage>
  /** The ladder of engines of a kind of game. */
  ladder(kind: GameKind): Promise<Ladder>
  /** The first places of every leaderboard. */
  leaderboards(): Promise<LeaderboardPage[]>

  /** A page of a player's own games, newest first, with everything that is stored of them. */
  ownGames(player: string, page: PageQuery): Promise<{ games: OwnGame[]; next?: string }>
  /**
   * Removes a player's name and chat lines from everything that is stored now or later. Games, results and ratings
   * stay. If it fails, the caller must repeat it.
   */
  forget(player: string): Promise<void>

  /** Resolves when the database answers and its schema is up to date. */
  ping(): Promise<void>
  close(): Promise<void>
}
