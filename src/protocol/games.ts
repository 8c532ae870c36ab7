import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { knownBeginning } from './known-beginning.ts'
import { matchEndingSchema, outcomeSchema, snapshotSchema, stepSchema } from './matches.ts'
import { gameOptionsSchema } from './options.ts'
import { nextPage, pageQuerySchema } from './pages.ts'
import { playersBySeatSchema } from './players.ts'
import { flag, matchId, playerId, timestamp, version } from './primitives.ts'
import { gameRatingsSchema } from './ratings.ts'
import { publicRecordSchema } from './records.ts'
import { originSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'
import { scoresSchema } from './view.ts'

/** How a game can have ended. An aborted match is not a game. */
export const gameEndingSchema = matchEndingSchema.exclude(['aborted'])
export type GameEnding = z.infer<typeof gameEndingSchema>

/** A finished game in a list. */
export const gameSummarySchema = z
  .strictObject({
    id: matchId,
    kind: gameKindSchema,
    options: gameOptionsSchema,
    rules: z.string().describe('Version of the rules'),
    clock: timeControlIdSchema,
    rated: z
      .boolean()
      .describe('The game changed both ratings: the match was rated, and both players had a turn after the draft'),
    origin: originSchema,
    deal: knownBeginning.deal,
    players: playersBySeatSchema,
    outcome: outcomeSchema,
    scores: scoresSchema,
    versions: version.describe('Length of the log'),
    startedAt: timestamp,
    endedAt: timestamp,
    ratings: gameRatingsSchema.optional().describe('Present for a rated game, once it is stored'),
  })
  .meta({ id: 'GameSummary' })
export type GameSummary = z.infer<typeof gameSummarySchema>

export const gameSchema = gameSummarySchema.extend({ seed: z.string(), seedHash: z.string() }).meta({ id: 'Game' })
export type Game = z.infer<typeof gameSchema>

/** A time in a URL: as the server sends it, or as people write it. */
const time = z.union([
  z
    .string()
    .regex(/^\d{1,15}$/)
    .describe('ms since 1970'),
  z.iso.datetime({ offset: true }).describe('ISO 8601'),
])

export const gamesQuerySchema = z.strictObject({
  player: playerId.optional(),
  by: gameEndingSchema.optional().describe('Only games that ended in this way'),
  kind: gameKindSchema.optional(),
  rated: flag.optional().describe('Only games that changed the ratings, or only those that did not'),
  clock: timeControlIdSchema.optional(),
  bots: flag.optional().describe('`true`: only games in which a bot has a seat; `false`: only games between people'),
  since: time.optional().describe('Only games that ended at this time or later: ms since 1970, or ISO 8601'),
  until: time.optional().describe('Only games that ended before this time: ms since 1970, or ISO 8601'),
  after: time.optional().meta({ description: 'The same as `since`', deprecated: true }),
  before: time.optional().meta({ description: 'The same as `until`', deprecated: true }),
  ...pageQuerySchema.shape,
})
export type GamesQuery = z.infer<typeof gamesQuerySchema>

export const gamesPageSchema = z.strictObject({ games: z.array(gameSummarySchema), ...nextPage }).meta({ id: 'Games' })
export type GamesPage = z.infer<typeof gamesPageSchema>

export const replaySchema = z
  .union([
    z
      .strictObject({
        complete: z.literal(true),
        record: publicRecordSchema,
        outcome: outcomeSchema,
        scores: scoresSchema.optional().describe('Left out when the match was aborted'),
        steps: z.array(stepSchema),
      })
      .describe('After the end of the match: everything')
      .meta({ id: 'CompleteReplay' }),
    z
      .strictObject({ complete: z.literal(false), match: matchId, first: snapshotSchema, steps: z.array(stepSchema) })
      .describe('While the match is being played: what the caller could see')
      .meta({ id: 'ReplaySoFar' }),
  ])
  .meta({ id: 'Replay' })
export type Replay = z.infer<typeof replaySchema>
