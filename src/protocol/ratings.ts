import { z } from 'zod'
import { GAME_KIND_IDS } from './kinds.ts'
import type { GameKind } from './game-kinds.ts'
import { timeControl } from './time-controls.ts'
import type { TimeControl, TimeControlId } from './time-controls.ts'

type RatedPace = Exclude<TimeControl['pace'], 'untimed'>
const RATED_PACES = ['real-time', 'correspondence'] as const satisfies RatedPace[]

/** A player has one rating for each kind of game at each pace. */
export type RatingKind = `${GameKind}-${RatedPace}`

export const RATING_KINDS: readonly RatingKind[] = GAME_KIND_IDS.flatMap((kind) =>
  RATED_PACES.map((pace) => `${kind}-${pace}` as const),
)
export const ratingKindSchema = z.enum(RATING_KINDS).describe('The kind of game, and the pace of its clock')

/** The rating that a game counts for; null for a game without a clock. */
export function ratingKind(kind: GameKind, clock: TimeControlId): RatingKind | null {
  const { pace } = timeControl(clock)
  return pace === 'untimed' ? null : `${kind}-${pace}`
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
