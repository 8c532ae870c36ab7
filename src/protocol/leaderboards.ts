import { z } from 'zod'
import { nextPage } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { ratingKindSchema, ratingSchema } from './ratings.ts'

/** A page of the best players by one kind of rating. */
export const leaderboardPageSchema = z
  .strictObject({
    kind: ratingKindSchema,
    places: z.array(
      z
        .strictObject({
          rank: z.int().min(1),
          player: playerRefSchema,
          ...ratingSchema.omit({ provisional: true }).shape,
        })
        .meta({ id: 'LeaderboardPlace' }),
    ),
    ...nextPage,
  })
  .meta({ id: 'Leaderboard' })
export type LeaderboardPage = z.infer<typeof leaderboardPageSchema>

/** How old the first places of every leaderboard may be (ms). */
export const LEADERBOARDS_AGE_MS = 5_000

/** The first places of every leaderboard. */
export const leaderboardsSchema = z
  .strictObject({ leaderboards: z.array(leaderboardPageSchema) })
  .meta({ id: 'Leaderboards' })
export type Leaderboards = z.infer<typeof leaderboardsSchema>

export const leaderboardParamsSchema = z.strictObject({ kind: ratingKindSchema })
