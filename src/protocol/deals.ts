import { z } from 'zod'
import { gamesPageSchema, gameSummarySchema } from './games.ts'
import { botLevelSchema } from './house-bots.ts'
import { gameKindSchema } from './kinds.ts'
import { dealId } from './known-beginning.ts'
import { gameOptionsSchema } from './options.ts'
import { matchId, timestamp } from './primitives.ts'

export const dealParamsSchema = z.strictObject({ id: dealId })

/** Everything that is dealt in a game: the same cards in the same places. */
export const dealSchema = z
  .strictObject({
    id: dealId.describe('That of the first game that was played on the deal, or one of its own for a deal of the day'),
    kind: gameKindSchema,
    options: gameOptionsSchema,
    rules: z.string().describe('Version of the rules by which the seed gives this deal'),
    seedHash: z.string().describe('SHA-256 of the seed'),
    seed: z.string().optional().describe('Everything is dealt from it. Left out while the deal is sealed'),
    sealedUntil: timestamp.optional().describe('Of a deal of the day: until then nobody is told what is dealt'),
    bot: z
      .strictObject({
        level: botLevelSchema,
        network: z.string().describe('Names the network by which the bot plays'),
      })
      .optional()
      .describe('Of a deal of the day: who plays on the other side. It does not change while the deal is sealed')
      .meta({ id: 'DealBot' }),
  })
  .meta({ id: 'Deal' })
export type Deal = z.infer<typeof dealSchema>

const date = z.iso.date().describe('A day by UTC: `YYYY-MM-DD`')

export const dailyDealQuerySchema = z.strictObject({
  kind: gameKindSchema,
  date: date.optional().describe('By default today. Tomorrow has nothing but its hash'),
})

/** The deal that everybody may play once on a day. */
export const dailyDealSchema = z
  .strictObject({
    kind: gameKindSchema,
    date,
    seedHash: z.string().describe('SHA-256 of the seed; it is shown from the day before on'),
    beginsAt: timestamp,
    sealedUntil: timestamp,
    deal: dealSchema.optional().describe('Once it has begun'),
    match: matchId.optional().describe('The match in which the caller plays it, or has played it'),
    previous: dealId.optional().describe('The deal of the day before, if there was one'),
  })
  .meta({ id: 'DailyDeal' })
export type DailyDeal = z.infer<typeof dailyDealSchema>

/** A game on a deal, and, once it is analysed, what the play of each seat was worth. */
export const dealResultSchema = gameSummarySchema
  .extend({
    withoutLuck: z
      .strictObject({ 0: z.int().optional(), 1: z.int().optional() })
      .optional()
      .describe(
        'The result of each seat without its luck, in 1/10,000: the first chance, less what its own decisions cost, plus ' +
          'what those of the other seat cost. Left out before the game is analysed, and of a seat that decided nothing',
      ),
  })
  .meta({ id: 'DealResult' })
export type DealResult = z.infer<typeof dealResultSchema>

export const dealResultsPageSchema = gamesPageSchema
  .extend({ games: z.array(dealResultSchema) })
  .meta({ id: 'DealResults' })
export type DealResultsPage = z.infer<typeof dealResultsPageSchema>
