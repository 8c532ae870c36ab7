import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { outcomeSchema, snapshotSchema, stepSchema } from './matches.ts'
import { matchOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, matchId, playerId, seat, timestamp, version } from './primitives.ts'
import { scoresSchema } from './view.ts'

/** A finished game as a list shows it. */
export const gameSummarySchema = z.strictObject({
  id: matchId,
  options: matchOptionsSchema,
  rules: z.string(),
  players: z.strictObject({ 0: playerRefSchema, 1: playerRefSchema }),
  outcome: outcomeSchema,
  scores: scoresSchema,
  versions: version.describe('Length of the log'),
  startedAt: timestamp,
  endedAt: timestamp,
})
export type GameSummary = z.infer<typeof gameSummarySchema>

export const gameSchema = gameSummarySchema.extend({ seed: z.string(), seedHash: z.string() })
export type Game = z.infer<typeof gameSchema>

const date = z.iso.datetime({ offset: true })

/** Newest first; `cursor` is the `next` of the page before. Dates are when the game ended, `before` not included. */
export const gamesQuerySchema = z.strictObject({
  player: playerId.optional(),
  result: outcomeSchema.shape.by.optional(),
  agora: z.stringbool().optional(),
  after: date.optional(),
  before: date.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
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
    z.strictObject({ type: z.literal('resign'), seat }),
  ]),
})

/** Everything of a finished game: seed and log give every state of it. This is what `npm run verify` reads. */
export const gameRecordSchema = z.strictObject({
  header: z.strictObject({
    id: matchId,
    code: invitationCode,
    options: snapshotSchema.shape.options,
    rules: z.string(),
    seed: z.string(),
    seedHash: z.string(),
    host: z.strictObject({ seat, player: playerRefSchema }),
  }),
  createdAt: timestamp,
  entries: z.array(entrySchema),
})

/** While the match lives: what its caller could see happen. After the end: all of it. */
export const replaySchema = z.union([
  z.strictObject({ complete: z.literal(true), record: gameRecordSchema, outcome: outcomeSchema, scores: scoresSchema, steps: z.array(stepSchema) }),
  z.strictObject({ complete: z.literal(false), match: matchId, first: snapshotSchema, steps: z.array(stepSchema) }),
])

export type Replay = z.infer<typeof replaySchema>

export const playerProfileSchema = z.strictObject({
  id: playerId,
  name: z.string(),
  since: timestamp.describe('When their first game ended'),
  games: z.int(),
  won: z.int(),
  lost: z.int(),
  shared: z.int(),
})
export type PlayerProfile = z.infer<typeof playerProfileSchema>
