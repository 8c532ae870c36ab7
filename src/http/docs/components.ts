import { z } from 'zod'
import * as protocol from '../../protocol/index.ts'

/** Schemas that the documents define once and refer to by name. */
export const COMPONENTS = {
  AbortRequest: protocol.abortBodySchema,
  Action: protocol.actionSchema,
  ActRequest: protocol.actBodySchema,
  BotAccount: protocol.botAccountSchema,
  Board: protocol.boardSchema,
  Catalogue: protocol.catalogueSchema,
  Challenge: protocol.challengeSchema,
  ChallengeRequest: protocol.challengeRequestSchema,
  Chat: protocol.chatSchema,
  ChatLine: protocol.chatLineSchema,
  Commit: protocol.commitAnswerSchema,
  CreateMatchRequest: protocol.createRequestSchema,
  Credentials: protocol.logInRequestSchema,
  DrawRequest: protocol.drawBodySchema,
  Encounter: protocol.encounterPageSchema,
  Event: protocol.eventSchema,
  Failure: protocol.errorBodySchema,
  Game: protocol.gameSchema,
  GameChat: protocol.gameChatPageSchema,
  GameRecord: protocol.gameRecordSchema,
  GameSummary: protocol.gameSummarySchema,
  GiveTimeRequest: protocol.giveTimeBodySchema,
  GuestRequest: protocol.guestRequestSchema,
  Identity: protocol.identitySchema,
  IdentityAndToken: protocol.guestResponseSchema,
  JoinRequest: protocol.joinRequestSchema,
  Leaderboard: protocol.leaderboardPageSchema,
  Measure: protocol.measureSchema,
  MeasureRequest: protocol.measureRequestSchema,
  ModeratedPlayer: protocol.moderatedPlayerSchema,
  Offer: protocol.offerSchema,
  OpenTable: protocol.openTableSchema,
  Outcome: protocol.outcomeSchema,
  OwnData: protocol.ownDataSchema,
  OwnMatch: protocol.ownMatchSchema,
  PasswordRequest: protocol.passwordRequestSchema,
  Player: protocol.playerRefSchema,
  PlayerProfile: protocol.playerProfileSchema,
  PlayerWonders: protocol.playerWondersSchema,
  Pool: protocol.poolSchema,
  PushSubscribeRequest: protocol.pushSubscribeRequestSchema,
  PushSubscription: protocol.pushSubscriptionSchema,
  Price: protocol.priceSchema,
  PublicMatch: protocol.publicMatchSchema,
  PublicRecord: protocol.publicRecordSchema,
  Queue: protocol.queueAnswerSchema,
  Rating: protocol.ratingSchema,
  RatingHistory: protocol.ratingHistoryPageSchema,
  Rematch: protocol.rematchSchema,
  Replay: protocol.replaySchema,
  Report: protocol.reportSchema,
  ReportContext: protocol.reportContextSchema,
  ReportRequest: protocol.reportRequestSchema,
  ResignRequest: protocol.resignBodySchema,
  SayRequest: protocol.sayBodySchema,
  Scores: protocol.scoresSchema,
  Session: protocol.sessionSchema,
  Snapshot: protocol.snapshotSchema,
  Standing: protocol.standingSchema,
  Step: protocol.stepSchema,
  Terms: protocol.termsSchema,
  Webhook: protocol.webhookSchema,
  View: protocol.viewAnswerSchema,
} satisfies Record<string, z.ZodType>

/** What a client sends is checked strictly, and what it receives may grow: a schema of both has this name as a request. */
export const REQUEST_NAMES: Readonly<Record<string, string>> = { Action: 'ActionRequest', Pool: 'PoolRequest' }

/** The components that are open where messages are checked, and closed in the documents. */
export const CLOSED: Readonly<Record<string, z.ZodType>> = {
  Event: protocol.closedEventSchema,
  Offer: protocol.closedOfferSchema,
}

/** The registry that has the descriptions of all schemas; the names of the components are added. */
export function namedSchemas(): typeof z.globalRegistry {
  for (const [id, schema] of Object.entries(COMPONENTS)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
  return z.globalRegistry
}
