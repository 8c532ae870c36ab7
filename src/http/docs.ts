import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import * as protocol from '../protocol/index.ts'
import { ERRORS } from '../protocol/index.ts'
import type { App } from './parts.ts'

const PATH = '/docs'

/** Schemas that the document names instead of repeating them. */
const COMPONENTS = {
  Action: protocol.actionSchema,
  Board: protocol.boardSchema,
  Catalogue: protocol.catalogueSchema,
  Commit: protocol.commitAnswerSchema,
  Failure: protocol.errorBodySchema,
  ChatLine: protocol.chatLineSchema,
  Encounter: protocol.encounterPageSchema,
  Game: protocol.gameSchema,
  GameChat: protocol.gameChatPageSchema,
  GameRecord: protocol.gameRecordSchema,
  GameSummary: protocol.gameSummarySchema,
  Leaderboard: protocol.leaderboardPageSchema,
  Offer: protocol.offerSchema,
  OpenTable: protocol.openTableSchema,
  Outcome: protocol.outcomeSchema,
  OwnData: protocol.ownDataSchema,
  Player: protocol.playerRefSchema,
  PlayerProfile: protocol.playerProfileSchema,
  PlayerWonders: protocol.playerWondersSchema,
  Pool: protocol.poolSchema,
  Price: protocol.priceSchema,
  Rating: protocol.ratingSchema,
  RatingHistory: protocol.ratingHistoryPageSchema,
  Queue: protocol.queueAnswerSchema,
  Replay: protocol.replaySchema,
  Scores: protocol.scoresSchema,
  Snapshot: protocol.snapshotSchema,
  Step: protocol.stepSchema,
  View: protocol.viewAnswerSchema,
} satisfies Record<string, z.ZodType>

/** The registry that has the descriptions of all schemas, with the names of the components. */
function namedSchemas(): typeof z.globalRegistry {
  for (const [id, schema] of Object.entries(COMPONENTS)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
  return z.globalRegistry
}

const errorTable = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`)
  .join('\n')

const DESCRIPTION = `Authoritative server for two-player matches of 7 Wonders Duel. A client needs no rules: the \`board\` of a view lists every
legal action of its viewer. The same can be done over Socket.IO.

A success is answered with the documented body; a failure with \`{ ok: false, error: { code, message, details? } }\`:

| code | status | |
|---|---|---|
${errorTable}`

/** Documents all routes that are added after this, from their schemas: /docs for people, /docs/json as OpenAPI 3.1. */
export async function addDocs(app: App): Promise<void> {
  const schemaRegistry = namedSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Curia', version: '1', description: DESCRIPTION },
      tags: [
        { name: 'players', description: 'Who plays' },
        { name: 'matches', description: 'Live matches' },
        { name: 'lobby', description: 'How players find each other' },
        { name: 'games', description: 'Finished games, and replays' },
        { name: 'operation', description: 'For those who run the server' },
      ],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ schemaRegistry, skipList: [] }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  await app.register(swaggerUi, {
    routePrefix: PATH,
    // Everything comes from here, styles within the page included; nothing is asked of a validator elsewhere.
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'",
    uiConfig: { validatorUrl: null, deepLinking: true },
    logLevel: 'warn',
  })
}
