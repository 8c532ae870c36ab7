import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { outcomeSchema, snapshotSchema, stepSchema } from './matches.ts'
import { gameOptionsSchema } from './options.ts'
import { pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { matchId, playerId, timestamp, version } from './primitives.ts'
import { gameRatingsSchema } from './ratings.ts'
import { gameRecordSchema } from './records.ts'
import { originSchema } from './terms.ts'
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
