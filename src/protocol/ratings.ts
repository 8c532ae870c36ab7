import { z } from 'zod'
import { TIME_CONTROLS } from './time-controls.ts'
import type { TimeControlId } from './time-controls.ts'

/** What is rated apart from each other. */
export const ratingKindSchema = z.enum(['base-real-time', 'base-correspondence', 'agora-real-time', 'agora-correspondence'])
export type RatingKind = z.infer<typeof ratingKindSchema>

/** By which rating a game is counted; null for one without a clock. */
export function ratingKind(agora: boolean, clock: TimeControlId): RatingKind | null {
  const { pace } = TIME_CONTROLS[clock]
  return pace === 'untimed' ? null : `${agora ? 'agora' : 'base'}-${pace}`
}

export const ratingSchema = z.strictObject({
  rating: z.number().describe('Glicko-2, on its scale of 1500'),
  deviation: z.number().describe('How uncertain it is: the true strength is within twice of it, most likely'),
  provisional: z.boolean().describe('Too uncertain to mean much'),
  games: z.int().min(0).describe('Rated games of this kind'),
})
export type Rating = z.infer<typeof ratingSchema>

const change = z.strictObject({ before: z.number(), after: z.number() })

/** What a game did to the ratings of its players, by seat. Changes when a game that ended before it is stored after it. */
export const gameRatingsSchema = z.strictObject({ kind: ratingKindSchema, 0: change, 1: change })
export type GameRatings = z.infer<typeof gameRatingsSchema>
