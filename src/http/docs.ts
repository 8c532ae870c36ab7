import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import * as protocol from '../protocol/index.ts'
import { ERRORS } from '../protocol/index.ts'
import type { App } from './parts.ts'

const PATH = '/docs'

/** Schemas that the document defines once and refers to by name. */
const COMPONENTS = {
  Action: protocol.actionSchema,
  Board: protocol.boardSchema,
  Catalogue: protocol.catalogueSchema,
  Commit: protocol.commitAnswerSchema,
  ChatLine: protocol.chatLineSchema,
  Encounter: protocol.encounterPageSchema,
  Failure: protocol.errorBodySchema,
  Game: protocol.gameSchema,
  GameChat: protocol.gameChatPageSchema,
  GameRecord: protocol.gameRecordSchema,
  PublicRecord: protocol.publicRecordSchema,
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

/** The registry that has the descriptions of all schemas; the names of the components are added. */
function namedSchemas(): typeof z.globalRegistry {
  for (const [id, schema] of Object.entries(COMPONENTS)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
  }
  return z.globalRegistry
}

const errorTable = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`)
  .join('\n')

const DESCRIPTION = `Authoritative server for two-player matches of 7 Wonders Duel. A client needs no rules: the
\`board\` of a view lists every legal action of its viewer. Clients can do the same over Socket.IO.

The answer to a success is the documented body, the answer to a failure is
\`{ ok: false, error: { code, message, details? } }\`:

| code | status | |
|---|---|---|
${errorTable}`

/** Documents all routes that are added later, from their schemas: at /docs for people, at /docs/json as OpenAPI 3.1. */
export async function addDocs(app: App): Promise<void> {
  const schemaRegistry = namedSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Curia', version: '1', description: DESCRIPTION },
      tags: [
        { name: 'players', description: 'Players, their accounts, ratings and data' },
        { name: 'matches', description: 'Live matches' },
        { name: 'lobby', description: 'Finding an opponent' },
        { name: 'games', description: 'Finished games, and replays' },
        { name: 'operation', description: 'Health checks' },
      ],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: createJsonSchemaTransform({ schemaRegistry, skipList: [] }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  })
  await app.register(swaggerUi, {
    routePrefix: PATH,
    // The page loads everything from this server, has styles of its own, and asks no validator elsewhere.
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
      "frame-ancestors 'none'",
    uiConfig: { validatorUrl: null, deepLinking: true },
    logLevel: 'warn',
  })
}
