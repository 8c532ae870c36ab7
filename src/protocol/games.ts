import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { gameKindSchema } from './kinds.ts'
import { outcomeSchema, snapshotSchema, stepSchema } from './matches.ts'
import { gameOptionsSchema, recordedOptionsSchema } from './options.ts'
import { pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, matchId, playerId, seat, timestamp, version } from './primitives.ts'
import { gameRatingsSchema } from './ratings.ts'
import { originSchema, termsSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'
import { scoresSchema } from './view.ts'

/** How a finished game can have ended: what was aborted is no game. */
export const gameResultSchema = outcomeSchema.shape.by.exclude(['aborted'])
export type GameResult = z.infer<typeof gameResultSchema>

/** A finished game as a list shows it. */
export const gameSummarySchema = z.strictObject({
  id: matchId,
  kind: gameKindSchema,
  options: gameOptionsSchema,
  rules: z.string(),
  clock: timeControlIdSchema,
  rated: z.boolean().describe('It changed the ratings of both: the match was rated, and both had moved'),
  origin: originSchema,
  players: z.strictObject({ 0: playerRefSchema, 1: playerRefSchema }),
  outcome: outcomeSchema,
  scores: scoresSchema,
  versions: version.describe('Length of the log'),
  startedAt: timestamp,
  endedAt: timestamp,
  ratings: gameRatingsSchema.optional().describe('Of a rated game, once it is stored'),
})
export type GameSummary = z.infer<typeof gameSummarySchema>

export const gameSchema = gameSummarySchema.extend({ seed: z.string(), seedHash: z.string() })
export type Game = z.infer<typeof gameSchema>

const date = z.iso.datetime({ offset: true })

/** Newest first; `cursor` is the `next` of the page before. Dates are when the game ended, `before` not included. */
export const gamesQuerySchema = z.strictObject({
  player: playerId.optional(),
  result: gameResultSchema.optional(),
  kind: gameKindSchema.optional(),
  rated: z.stringbool().optional(),
  clock: timeControlIdSchema.optional(),
  after: date.optional(),
  before: date.optional(),
  ...pageQuerySchema.shape,
})
export type GamesQuery = z.infer<typeof gamesQuerySchema>

export const gamesPageSchema = z.strictObject({ games: z.array(gameSummarySchema), next: z.string().optional() })
export type GamesPage = z.infer<typeof gamesPageSchema>

/** A line of the log, whole. */
const entrySchema = z.strictObject({
  version,
  at: timestamp,
  actionId: actionId.optional(),
  body: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('join'), seat, player: playerRefSchema }),
    z.strictObject({ type: z.literal('act'), seat, action: actionSchema }),
    ...(['resign', 'abort', 'offer-draw', 'accept-draw', 'decline-draw', 'flag', 'claim'] as const).map((type) =>
      z.strictObject({ type: z.literal(type), seat }),
    ),
    z.strictObject({ type: z.literal('downtime'), ms: z.int().min(0) }),
  ]),
})

/** Everything of a finished game: seed and log give every state of it. This is what `npm run verify` reads. */
export const gameRecordSchema = z.strictObject({
  header: z.strictObject({
    id: matchId,
    code: invitationCode,
    options: recordedOptionsSchema,
    rules: z.string(),
    seed: z.string(),
    seedHash: z.string(),
    host: z.strictObject({ seat, player: playerRefSchema }),
    terms: termsSchema.optional().describe('Left out by versions of the server that knew only unrated games without a clock'),
    origin: originSchema.optional(),
  }),
  createdAt: timestamp,
  entries: z.array(entrySchema),
})

/** While the match lives: what its caller could see happen. After the end: all of it. */
export const replaySchema = z.union([
  z.strictObject({
    complete: z.literal(true),
    record: gameRecordSchema,
    outcome: outcomeSchema,
    scores: scoresSchema,
    steps: z.array(stepSchema),
  }),
  z.strictObject({ complete: z.literal(false), match: matchId, first: snapshotSchema, steps: z.array(stepSchema) }),
])

export type Replay = z.infer<typeof replaySchema>
