import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { matchId, seat, timestamp } from './primitives.ts'
import { ratingSchema } from './ratings.ts'
import { termsSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'

/** A match in the public list, which anybody may join by its id. */
export const openTableSchema = z.strictObject({
  match: matchId,
  host: playerRefSchema,
  rating: ratingSchema.optional().describe("The host's, of this kind of game; left out where there is no clock"),
  seat: seat.describe("The host's; seat 0 begins"),
  kind: gameKindSchema,
  options: gameOptionsSchema,
  terms: termsSchema,
  createdAt: timestamp,
})
export type OpenTable = z.infer<typeof openTableSchema>

export const tablesQuerySchema = z.strictObject({
  kind: gameKindSchema.optional(),
  clock: timeControlIdSchema.optional(),
  rated: z.stringbool().optional(),
})
export type TablesQuery = z.infer<typeof tablesQuerySchema>

export const lobbyWatchRequestSchema = z.strictObject({})
export const lobbyUnwatchRequestSchema = z.strictObject({})

export const tablesAnswerSchema = z.strictObject({ tables: z.array(openTableSchema).describe('Newest first, at most 200') })
export type TablesAnswer = z.infer<typeof tablesAnswerSchema>

/** What has changed in the list. What is opened may be known, and what is closed unknown to a client. */
export const tablesChangeSchema = z.strictObject({
  opened: z.array(openTableSchema),
  closed: z.array(matchId),
  whole: z.literal(true).optional().describe('Changes may have been missed: `opened` is the whole list'),
})
export type TablesChange = z.infer<typeof tablesChangeSchema>
