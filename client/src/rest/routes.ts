import type {
  AbortBody,
  ActBody,
  ActionIdBody,
  Analysis,
  AnalysisProgress,
  BlocksAnswer,
  BotAccount,
  BotsAnswer,
  Catalogue,
  Challenge,
  ChallengeMessage,
  ChallengesAnswer,
  Chat,
  CommitAnswer,
  CreateMessage,
  Credentials,
  DeleteBody,
  DrawBody,
  EncounterPage,
  ExplanationAnswer,
  ExportQuery,
  Game,
  GameChatPage,
  GameKind,
  GamesPage,
  GamesQuery,
  GiveTimeBody,
  Health,
  HintAnswer,
  Identity,
  IdentityAndToken,
  InvitationAnswer,
  JoinRequest,
  LeaderboardPage,
  Leaderboards,
  Measure,
  MeasureRequest,
  MeasuresPage,
  MeasuresQuery,
  ModeratedPlayer,
  MuteBody,
  Muted,
  OnlinePage,
  OnlineQuery,
  OwnData,
  OwnMatchesAnswer,
  OwnMatchesQuery,
  PageQuery,
  PasswordRequest,
  PlayerProfile,
  PlayerWonders,
  PoolsAnswer,
  PositionAnswer,
  PublicMatchesAnswer,
  PublicMatchesQuery,
  PushSubscribeRequest,
  PushSubscriptionInfo,
  QueueAnswer,
  QueueJoinRequest,
  RatingHistoryPage,
  Readiness,
  Rematch,
  Replay,
  ReportContext,
  ReportRequest,
  ReportsPage,
  ReportsQuery,
  Said,
  SayBody,
  SessionsAnswer,
  Standing,
  TablesAnswer,
  TablesQuery,
  ViewAnswer,
  Webhook,
} from '../protocol.ts'

/** The server's routes, as its OpenAPI document (`/docs/json`) has them: query, body and answer of each. */
export interface Routes {
  get: {
    '/healthz': { answer: Health }
    '/readyz': { answer: Readiness }
    '/v1/bots': { answer: BotsAnswer }
    '/v1/catalogue': { query: { kind?: GameKind }; answer: Catalogue }
    '/v1/challenges': { answer: ChallengesAnswer }
    '/v1/games': { query: GamesQuery; answer: GamesPage }
    /** A stream: see `Rest.exportGames`. */
    '/v1/games/export': { query: ExportQuery }
    '/v1/games/{id}': { answer: Game }
    /** `progress` until the analysis is ready: then the client asks again. */
    '/v1/games/{id}/analysis': { answer: Analysis | AnalysisProgress }
    '/v1/games/{id}/chat': { query: PageQuery; answer: GameChatPage }
    '/v1/games/{id}/positions/{version}': {
      query: { viewer?: '0' | '1' | 'spectator'; code?: string }
      answer: PositionAnswer
    }
    '/v1/games/{id}/replay': { query: { code?: string }; answer: Replay }
    '/v1/invitations/{code}': { answer: InvitationAnswer }
    '/v1/leaderboard': { answer: Leaderboards }
    '/v1/leaderboards/{kind}': { query: PageQuery; answer: LeaderboardPage }
    '/v1/matches': { query: PublicMatchesQuery; answer: PublicMatchesAnswer }
    '/v1/matches/{id}': { query: { after?: number; wait?: number; code?: string }; answer: ViewAnswer }
    '/v1/matches/{id}/explanation': { query: { code?: string }; answer: ExplanationAnswer }
    '/v1/matches/{id}/chat': { query: { code?: string }; answer: Chat }
    '/v1/moderation/measures': { query: MeasuresQuery; answer: MeasuresPage }
    '/v1/moderation/players/{id}': { answer: ModeratedPlayer }
    '/v1/moderation/reports': { query: ReportsQuery; answer: ReportsPage }
    '/v1/moderation/reports/{id}': { answer: ReportContext }
    '/v1/online': { query: OnlineQuery; answer: OnlinePage }
    '/v1/players/me': { answer: Identity }
    '/v1/players/me/blocks': { answer: BlocksAnswer }
    '/v1/players/me/bots': { answer: { bots: BotAccount[] } }
    '/v1/players/me/data': { answer: OwnData }
    '/v1/players/me/matches': { query: OwnMatchesQuery; answer: OwnMatchesAnswer }
    '/v1/players/me/sessions': { answer: SessionsAnswer }
    '/v1/players/me/push': { answer: { subscriptions: PushSubscriptionInfo[] } }
    '/v1/players/me/standing': { answer: Standing }
    '/v1/players/me/webhook': { answer: { webhook?: Webhook } }
    '/v1/players/{id}': { answer: PlayerProfile }
    '/v1/players/{id}/games': { query: Omit<GamesQuery, 'player'>; answer: GamesPage }
    '/v1/players/{id}/opponents/{other}': { query: PageQuery; answer: EncounterPage }
    '/v1/players/{id}/ratings/{kind}/history': { query: PageQuery; answer: RatingHistoryPage }
    '/v1/players/{id}/wonders': { answer: PlayerWonders }
    '/v1/pools': { answer: PoolsAnswer }
    '/v1/push': { answer: { key: string } }
    '/v1/queue': { answer: QueueAnswer }
    '/v1/tables': { query: TablesQuery; answer: TablesAnswer }
  }
  post: {
    '/v1/challenges': { body: ChallengeMessage; answer: { challenge: Challenge } }
    '/v1/challenges/{id}/accept': { answer: { match: string } }
    '/v1/matches': { body: CreateMessage; answer: ViewAnswer }
    '/v1/matches/join': { body: JoinRequest; answer: ViewAnswer }
    '/v1/matches/{id}/abort': { body: AbortBody; answer: CommitAnswer }
    '/v1/matches/{id}/actions': { body: ActBody; answer: CommitAnswer }
    '/v1/matches/{id}/chat': { body: SayBody; answer: Said }
    '/v1/matches/{id}/claim': { body: ActionIdBody; answer: CommitAnswer }
    '/v1/matches/{id}/draw': { body: DrawBody; answer: CommitAnswer }
    '/v1/matches/{id}/give': { body: GiveTimeBody; answer: CommitAnswer }
    '/v1/matches/{id}/hint': { answer: HintAnswer }
    '/v1/matches/{id}/rematch': { answer: Rematch }
    '/v1/matches/{id}/resign': { body: ActionIdBody; answer: CommitAnswer }
    '/v1/moderation/measures': { body: MeasureRequest; answer: Measure }
    '/v1/players': { body: { name: string }; answer: IdentityAndToken }
    '/v1/players/me/account': { body: Credentials; answer: IdentityAndToken }
    '/v1/players/me/bots': { body: { name: string }; answer: IdentityAndToken }
    '/v1/players/me/bots/{id}/token': { answer: IdentityAndToken }
    '/v1/players/me/push': { body: PushSubscribeRequest; answer: { id: string } }
    '/v1/players/me/token': { answer: IdentityAndToken }
    '/v1/queue': { body: QueueJoinRequest; answer: QueueAnswer }
    '/v1/reports': { body: ReportRequest; answer: { report: string } }
    '/v1/sessions': { body: Credentials; answer: IdentityAndToken }
  }
  put: {
    '/v1/matches/{id}/chat/mute': { body: MuteBody; answer: Muted }
    '/v1/players/me/blocks/{id}': { answer: undefined }
    '/v1/players/me/password': { body: PasswordRequest; answer: undefined }
    '/v1/players/me/webhook': { body: { url: string }; answer: { secret: string } }
  }
  delete: {
    '/v1/challenges/{id}': { answer: undefined }
    '/v1/players/me': { body: DeleteBody | undefined; answer: undefined }
    '/v1/players/me/blocks/{id}': { answer: undefined }
    '/v1/players/me/bots/{id}': { answer: undefined }
    '/v1/players/me/bots/{id}/token': { answer: undefined }
    '/v1/players/me/push/{id}': { answer: undefined }
    '/v1/players/me/sessions': { answer: undefined }
    '/v1/players/me/sessions/{id}': { answer: undefined }
    '/v1/players/me/webhook': { answer: undefined }
    '/v1/queue': { answer: QueueAnswer }
    '/v1/sessions/current': { answer: undefined }
  }
}

export type Method = keyof Routes
/** The routes whose answer is one document. */
export type Path<M extends Method> = Exclude<keyof Routes[M] & string, '/v1/games/export'>

/** The names in the braces of a path. */
type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never
type Field<Route, Name extends string> = Route extends Record<Name, infer Value> ? Value : never

/** A body that may be left out is an option. */
type BodyOption<Body> = [Body] extends [never] ? unknown : undefined extends Body ? { body?: Body } : { body: Body }

interface Common {
  /** Ends the request; it then fails as `offline`. */
  signal?: AbortSignal
}

/** What a request needs in addition to its path. */
export type RequestOptions<M extends Method, P extends Path<M>> = Common &
  ([ParamsOf<P>] extends [never] ? unknown : { params: Record<ParamsOf<P>, string | number> }) &
  ([Field<Routes[M][P], 'query'>] extends [never] ? unknown : { query?: Field<Routes[M][P], 'query'> }) &
  BodyOption<Field<Routes[M][P], 'body'>>

/** The options are left out where nothing is needed. */
export type RequestArguments<M extends Method, P extends Path<M>> =
  Common extends RequestOptions<M, P> ? [options?: RequestOptions<M, P>] : [options: RequestOptions<M, P>]

export type RouteAnswer<M extends Method, P extends Path<M>> = Field<Routes[M][P], 'answer'>
