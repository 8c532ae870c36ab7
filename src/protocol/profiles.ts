import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { gameResultSchema, gamesPageSchema } from './games.ts'
import { nextPage } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { matchId, playerId, thingId, timestamp } from './primitives.ts'
import { ratingKindSchema, ratingSchema } from './ratings.ts'

const count = z.int().min(0)

/** So many games ended so. */
export const balanceSchema = z.strictObject({ won: count, lost: count, shared: count })
export type Balance = z.infer<typeof balanceSchema>

/** A player as his finished games show him. */
export const playerProfileSchema = z.strictObject({
  id: playerId,
  name: z.string(),
  since: timestamp.describe('When their first game ended'),
  games: count,
  ...balanceSchema.shape,
  ratings: z.partialRecord(ratingKindSchema, ratingSchema).describe('Of the kinds in which he has played a rated game'),
  results: z.strictObject({
    by: z.partialRecord(gameResultSchema, balanceSchema).describe('By how games ended; what never happened is left out'),
    seat: z.strictObject({ 0: balanceSchema, 1: balanceSchema }).describe('Seat 0 begins'),
    kind: z.partialRecord(gameKindSchema, balanceSchema).describe('By kind of game; kinds never played are left out'),
  }),
})
export type PlayerProfile = z.infer<typeof playerProfileSchema>

const standing = ratingSchema.pick({ rating: true, deviation: true })

/** What one rated game did to a player's rating. */
export const ratingChangeSchema = z.strictObject({
  game: matchId,
  endedAt: timestamp,
  opponent: playerRefSchema,
  result: z.enum(['won', 'lost', 'shared']),
  before: standing,
  after: standing,
})
export type RatingChange = z.infer<typeof ratingChangeSchema>

/** A player's rating of one kind through his games, latest first. */
export const ratingHistoryPageSchema = z.strictObject({ changes: z.array(ratingChangeSchema), ...nextPage })
export type RatingHistoryPage = z.infer<typeof ratingHistoryPageSchema>

/** Two players who may have met: the balance is the first one's. */
export const encounterPageSchema = z.strictObject({
  player: playerRefSchema,
  opponent: playerRefSchema,
  balance: balanceSchema,
  ...gamesPageSchema.shape,
})
export type EncounterPage = z.infer<typeof encounterPageSchema>

/** The wonders that a player drafted, most often first: there are not more of them than fit one page. */
export const playerWondersSchema = z.strictObject({
  wonders: z.array(
    z.strictObject({
      wonder: thingId,
      drafted: count.describe('Games in which the player drafted it'),
      constructed: count.describe('In so many of them he constructed it'),
      won: count.describe('So many of them he won'),
      winRate: z.number().min(0).max(1).describe('won / drafted'),
    }),
  ),
})
export type PlayerWonders = z.infer<typeof playerWondersSchema>

export const ratingHistoryParamsSchema = z.strictObject({ id: playerId, kind: ratingKindSchema })
export const encounterParamsSchema = z.strictObject({ id: playerId, other: playerId })
