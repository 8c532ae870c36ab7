import { z } from 'zod'
import { admitsSchema } from './admission.ts'
import { gameKindSchema } from './kinds.ts'
import { gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { flag, matchId, seat, timestamp } from './primitives.ts'
import { ratingSchema } from './ratings.ts'
import { seriesTermsSchema } from './series.ts'
import { bidAskedSchema, termsSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'

/** A match in the public list. Anyone may join it by its id. */
export const openTableSchema = z
  .strictObject({
    match: matchId,
    host: playerRefSchema,
    rating: ratingSchema
      .optional()
      .describe('The rating of the host for this kind of game and pace; left out for a match without a clock'),
    seat: seat
      .optional()
      .describe(
        'The seat of the host; seat 0 begins. Left out for a match that is rated or has bids: nobody chooses a table by it',
      ),
    bid: bidAskedSchema,
    series: seriesTermsSchema.optional(),
    admits: admitsSchema,
    kind: gameKindSchema,
    options: gameOptionsSchema,
    terms: termsSchema,
    createdAt: timestamp,
  })
  .meta({ id: 'OpenTable' })
export type OpenTable = z.infer<typeof openTableSchema>

export const tablesQuerySchema = z.strictObject({
  kind: gameKindSchema.optional(),
  clock: timeControlIdSchema.optional(),
  rated: flag.optional().describe('Only rated matches, or only casual ones'),
  bots: flag.optional().describe('`true`: only the tables of bots; `false`: only the tables of people'),
})
export type TablesQuery = z.infer<typeof tablesQuerySchema>

export const lobbyWatchRequestSchema = z.strictObject({})
export const lobbyUnwatchRequestSchema = z.strictObject({})

export const tablesAnswerSchema = z
  .strictObject({
    tables: z.array(openTableSchema).describe('Newest first, at most 200'),
  })
  .meta({ id: 'Tables' })
export type TablesAnswer = z.infer<typeof tablesAnswerSchema>

/**
 * How the list has changed. The client may know a table in `opened` already, and may not know a table in `closed`.
 */
export const tablesChangeSchema = z
  .strictObject({
    opened: z.array(openTableSchema),
    closed: z.array(matchId),
    whole: z.literal(true).optional().describe('`opened` is the whole list: the client may have missed changes'),
  })
  .meta({ id: 'TablesChange' })
export type TablesChange = z.infer<typeof tablesChangeSchema>
