import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { gameOptionsSchema } from './options.ts'
import { nextPage, pageMessageSchema, pageQuerySchema } from './pages.ts'
import { playersBySeatSchema } from './players.ts'
import { flag, matchId, timestamp } from './primitives.ts'
import { ratingSchema } from './ratings.ts'
import { gameOfSeriesSchema } from './series.ts'
import { originSchema, termsSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'

const wanted = {
  kind: gameKindSchema.optional(),
  clock: timeControlIdSchema.optional(),
  order: z
    .enum(['newest', 'rating'])
    .default('newest')
    .describe(
      '`newest`: the match that began last comes first; `rating`: the match whose players have the highest average ' +
        'rating comes first, and matches without a clock are left out',
    ),
}

const BOTS = '`true`: only matches in which a bot has a seat; `false`: only matches between people'

/** Which public matches, over HTTP. */
export const publicMatchesQuerySchema = z.strictObject({
  ...wanted,
  bots: flag.optional().describe(BOTS),
  ...pageQuerySchema.shape,
})

/** The same over a socket. */
export const publicMatchesRequestSchema = z.strictObject({
  ...wanted,
  bots: z.boolean().optional().describe(BOTS),
  ...pageMessageSchema.shape,
})
export type PublicMatchesRequest = z.infer<typeof publicMatchesRequestSchema>

/** A match in play that anyone may watch. */
export const publicMatchSchema = z
  .strictObject({
    match: matchId,
    players: playersBySeatSchema.describe('By seat'),
    ratings: z
      .strictObject({ 0: ratingSchema, 1: ratingSchema })
      .optional()
      .describe('By seat, as they were at the beginning; left out for a match without a clock'),
    kind: gameKindSchema,
    options: gameOptionsSchema,
    terms: termsSchema,
    origin: originSchema,
    series: gameOfSeriesSchema.optional(),
    startedAt: timestamp,
    watchers: z.int().min(0).describe('Number of spectators'),
  })
  .meta({ id: 'PublicMatch' })
export type PublicMatch = z.infer<typeof publicMatchSchema>

/** A page of the public matches in play. */
export const publicMatchesAnswerSchema = z
  .strictObject({ matches: z.array(publicMatchSchema), ...nextPage })
  .meta({ id: 'PublicMatches' })
export type PublicMatchesAnswer = z.infer<typeof publicMatchesAnswerSchema>
