/**
 * The types of everything that crosses the wire: those of the server, from its own sources. Types alone: no schema is
 * part of this package.
 */
import type { z } from 'zod'
import type * as protocol from '../../src/protocol/index.ts'

export type { Commands, Routes } from './declared.ts'
export type {
  ActionChance,
  Admission,
  Analysis,
  AnalysisProgress,
  Announced,
  Balance,
  BotAccount,
  BotLevel,
  BotsAnswer,
  Challenge,
  ChallengeClosed,
  ChallengeMessage,
  ChallengesAnswer,
  Chat,
  ChatLine,
  ChatMessage,
  ChatRoom,
  CommitAnswer,
  CreateMessage,
  Crosstable,
  DailyDeal,
  DailyPuzzle,
  Deal,
  DealResult,
  DraftStatistics,
  DrawRequest,
  EncounterPage,
  Ended,
  ErrorBody,
  ErrorCode,
  Estimate,
  ExplanationAnswer,
  ExportLine,
  ExportQuery,
  ExportedGame,
  Followed,
  Game,
  GameChatPage,
  GameKind,
  GameOfSeries,
  GameOptions,
  GameResult,
  GameSummary,
  GamesPage,
  HintAnswer,
  HintRequest,
  InvitationAnswer,
  JoinRequest,
  Ladder,
  LeaderboardPage,
  Leaderboards,
  MatchOrigin,
  MatchTerms,
  Measure,
  MeasureRequest,
  MeasuresPage,
  ModeratedPlayer,
  NextPuzzle,
  Notice,
  NoticeRequest,
  Notification,
  OnlinePage,
  OpenTable,
  Overview,
  OwnData,
  OwnMatch,
  OwnMatchesAnswer,
  OwnPuzzleAnswer,
  PairSign,
  Pairing,
  PairingsRequest,
  PairsAnswer,
  PauseRequest,
  PlayFigures,
  PlayerProfile,
  PlayerRef,
  PlayerWonders,
  Pool,
  PoolsAnswer,
  PositionAnswer,
  Presence,
  PublicMatch,
  PublicMatchesAnswer,
  PushSubscribeRequest,
  PushSubscriptionInfo,
  Puzzle,
  PuzzleResult,
  PuzzleTheme,
  QueueAnswer,
  QueueJoined,
  QueueLeft,
  QueueMatched,
  Rating,
  RatingChange,
  RatingHistoryPage,
  RatingKind,
  RatingRange,
  Rematch,
  Replay,
  Report,
  ReportContext,
  ReportReason,
  ReportRequest,
  ReportedMatch,
  ReportsPage,
  Reset,
  Round,
  Sanction,
  SeriesAnswer,
  SeriesNext,
  SeriesOfMatch,
  SeriesTerms,
  ServerEvents,
  Session,
  SessionEnded,
  Snapshot,
  Standing,
  Statistics,
  StatisticsFigure,
  StatisticsPool,
  TablesAnswer,
  TablesChange,
  TimeControlId,
  Tournament,
  TournamentAnswer,
  TournamentFormat,
  TournamentStanding,
  TournamentsPage,
  Update,
  ViewAnswer,
  ViewerStep,
  Webhook,
} from '../../src/protocol/index.ts'
export type {
  BuildingId,
  CardId,
  ConspiracyId,
  DecreeId,
  DivinityId,
  MatchEvent as RulesEvent,
  MilitaryTokenId,
  MythologyTokenId,
  OfferingTokenId,
  PantheonCardId,
  Price,
  Seat,
  SenatorId,
  SlotTokenId,
  TokenId,
  Viewer,
  WonderId,
} from '../../src/rules/index.ts'

/** Anything that a player can do in a turn or a decision, by `type`. */
export type Action = protocol.ActRequest['action']
/** The game as one viewer sees it, once both players are there. */
export type Board = NonNullable<protocol.Snapshot['board']>
/** What belongs to one seat. */
export type City = Board['cities'][0]
/** A conspiracy of a city, as this viewer may know it. */
export type Conspiracy = NonNullable<City['conspiracies']>[string]
/** A place of the structure that still has a card. */
export type Slot = Board['structure'][string]
/** What the seat to act is asked for. */
export type Decision = NonNullable<Board['decision']>
/** Agora: a chamber of the Senate. */
export type Chamber = NonNullable<Board['senate']>[string]
/** Pantheon: the board of the divinities. */
export type Pantheon = NonNullable<Board['pantheon']>
/** Pantheon: a space that has a card. */
export type PantheonSpace = Pantheon['spaces'][string]
/** What the seat to act can do, and what each of it costs. */
export type Prices = NonNullable<Board['prices']>
/** Several legal actions in one: for each field of the action, the values to pick from. */
export type Offer = NonNullable<Board['legal']>[number]
/** What a position means for both seats: prices, ledgers, what is blocked and why. */
export type Explanation = NonNullable<protocol.ExplanationAnswer['explanation']>
/** What everything that lies open costs a seat. */
export type Quotes = Explanation['quotes'][0]
/** What a city produces, pays and gains. */
export type Ledger = Explanation['ledger'][0]
/** The time that each seat had left (ms) at `since`; from then on the time of the `running` seat is used. */
export type Clocks = NonNullable<protocol.Snapshot['clocks']>
/** How a match ended. */
export type Outcome = NonNullable<protocol.Snapshot['outcome']>
/** The points of both seats, by category. */
export type Scores = NonNullable<protocol.Snapshot['scores']>

/** The points of a seat, by category. */
export type Score = Scores[0]

/** Everything in the box of a kind of game, by the ids that snapshots and events use. */
export type Catalogue = z.infer<typeof protocol.catalogueSchema>
/** A name and a password: to log in, or to make an account of a guest. */
export type Credentials = z.infer<typeof protocol.logInRequestSchema>
export type PasswordRequest = z.infer<typeof protocol.passwordRequestSchema>
/** Whom a token stands for, and until when (ms since 1970). */
export type Identity = z.infer<typeof protocol.identitySchema>
/** A player who has come in, with a token. */
export type IdentityAndToken = z.infer<typeof protocol.guestResponseSchema>
/** A player who has come in, with codes for the time when the password is lost, which are not shown again. */
export type ClaimedAccount = z.infer<typeof protocol.claimedSchema>
export type RecoveryRequest = protocol.RecoveryRequest
export type ResetRequest = protocol.ResetRequest
export type PasswordConfirmation = z.infer<typeof protocol.confirmRequestSchema>
export type RecoveryCodes = z.infer<typeof protocol.recoveryCodesSchema>
export type Passkey = protocol.Passkey
export type PasskeysAnswer = z.infer<typeof protocol.passkeysAnswerSchema>
/** What the server asks of a passkey that is made, or used; and what it is answered. */
export type PasskeyCreationOptions = protocol.PasskeyCreationOptions
export type PasskeyRequestOptions = protocol.PasskeyRequestOptions
export type PasskeyCreated = protocol.PasskeyCreated
export type PasskeyAnswer = protocol.PasskeyAnswer
export type ResetLinkRequest = protocol.ResetLinkRequest
export type ResetLink = protocol.ResetLink
export type SessionsAnswer = z.infer<typeof protocol.sessionsAnswerSchema>
export type ActBody = z.infer<typeof protocol.actBodySchema>
export type ActionIdBody = z.infer<typeof protocol.resignBodySchema>
export type AbortBody = z.infer<typeof protocol.abortBodySchema>
export type DrawBody = z.infer<typeof protocol.drawBodySchema>
/** The password, which is needed to delete an account. */
export type DeleteBody = NonNullable<z.infer<typeof protocol.deleteRequestSchema>>
export type GiveTimeBody = z.infer<typeof protocol.giveTimeBodySchema>
export type SayBody = z.infer<typeof protocol.sayBodySchema>
export type MuteBody = z.infer<typeof protocol.muteBodySchema>
export type Muted = z.infer<typeof protocol.muteRequestSchema>
export type Said = z.infer<typeof protocol.saidSchema>
export type Health = z.infer<typeof protocol.healthSchema>
export type Readiness = z.infer<typeof protocol.readinessSchema>
/** A pool, whose kind of game is the base game if none is named. */
export type QueueJoinRequest = z.input<typeof protocol.queueJoinRequestSchema>
/** Which page of a list, of how many (`limit`); `cursor` is the `next` of the page before. */
export type PageQuery = Partial<protocol.PageQuery>
/** A tournament to be opened: every field that is left out has a default. */
export type CreateTournament = z.input<typeof protocol.createTournamentSchema>
export type TournamentsQuery = Partial<protocol.TournamentsQuery>
/** Which finished games: `after` and `before` are ISO 8601 with a zone. */
export type GamesQuery = Partial<protocol.GamesQuery>
export type BlocksAnswer = z.infer<typeof protocol.blocksAnswerSchema>
export type PublicMatchesQuery = Partial<protocol.PublicMatchesRequest>
export type OwnMatchesQuery = Partial<protocol.OwnMatchesRequest>
export type TablesQuery = protocol.TablesQuery
export type OnlineQuery = Partial<protocol.OnlineQuery>
export type ReportsQuery = Partial<protocol.ReportsQuery>
export type MeasuresQuery = Partial<protocol.MeasuresQuery>
export type PairsQuery = Partial<protocol.PairsQuery>
/** Which games are counted: `since` is a day (`YYYY-MM-DD`, UTC), `rating` the lower bound of a band. */
export type StatisticsQuery = Partial<protocol.StatisticsQuery>
