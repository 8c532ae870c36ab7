import { z } from 'zod'
import { CodedError } from './errors.ts'
import type { GameKind } from './game-kinds.ts'
import { grows } from './grows.ts'
import { GAME_KIND_IDS } from './kinds.ts'
import type { RatingRange } from './rating-range.ts'
import { isInRange, RATING_BOUNDS } from './rating-range.ts'
import type { TimeControl, TimeControlId } from './time-controls.ts'
import { timeControl } from './time-controls.ts'

type RatedPace = Exclude<TimeControl['pace'], 'untimed'>
const RATED_PACES = ['real-time', 'correspondence'] as const satisfies RatedPace[]

/**
 * Games between people are rated by the pace of the clock; games with a bot, at any pace, in a pool of their own, and those
 * of the ladder of engines in another one.
 */
const RATING_POOLS = [...RATED_PACES, 'bots', 'engines'] as const

/** A player has one rating for each kind of game in each pool. */
export type RatingKind = `${GameKind}-${(typeof RATING_POOLS)[number]}`

export const RATING_KINDS: readonly RatingKind[] = GAME_KIND_IDS.flatMap((kind) =>
  RATING_POOLS.map((pool) => `${kind}-${pool}` as const),
)
export const ratingKindSchema = z
  .enum(RATING_KINDS)
  .describe(
    'The kind of game, and the pace of the clock, or `bots` for games in which a bot has a seat, or `engines` for those of ' +
      'the ladder',
  )
  .meta(grows('RatingKind'))

/**
 * The kind of rating that a game counts for; null for a game without a clock.
 * @param bots whether a bot has a seat.
 */
export function ratingKind(kind: GameKind, clock: TimeControlId, bots: boolean): RatingKind | null {
  const { pace } = timeControl(clock)
  if (pace === 'untimed') return null
  return bots ? `${kind}-bots` : `${kind}-${pace}`
}

/** The kind of rating that a game of the ladder counts for. */
export const engineRatingKind = (kind: GameKind): RatingKind => `${kind}-engines`

/** A rating alone. */
export const ratingValue = z.number().min(RATING_BOUNDS.rating.min).max(RATING_BOUNDS.rating.max)

export const ratingRangeSchema = z
  .strictObject({ least: ratingValue.optional(), most: ratingValue.optional() })
  .refine(({ least, most }) => least === undefined || most === undefined || least <= most, {
    error: 'the least rating is greater than the greatest',
  })
  .meta({ id: 'RatingRange' })

/** @throws CodedError `not-eligible` with details.rating, the range, for a rating that is outside it. */
export function requireInRange(range: RatingRange, rating: number): void {
  if (!isInRange(range, rating)) throw new CodedError('not-eligible', undefined, { rating: range })
}

const deviation = z.number().min(RATING_BOUNDS.deviation.min).max(RATING_BOUNDS.deviation.max)

export const ratingSchema = z
  .strictObject({
    rating: ratingValue.describe('Glicko-2, on its scale around 1500'),
    deviation: deviation.describe('The uncertainty: most likely the true strength is within twice the deviation'),
    provisional: z.boolean().describe('The rating is too uncertain to say much'),
    games: z.int().min(0).describe('Rated games that this rating counts'),
  })
  .meta({ id: 'Rating' })
export type Rating = z.infer<typeof ratingSchema>

/** What one game did to a rating. */
export const ratingBeforeAfterSchema = z
  .strictObject({ before: ratingValue, after: ratingValue })
  .meta({ id: 'RatingBeforeAfter' })

/**
 * What a game did to the ratings of its players, by seat. A game that ended earlier but is stored later can change it.
 */
export const gameRatingsSchema = z
  .strictObject({ kind: ratingKindSchema, 0: ratingBeforeAfterSchema, 1: ratingBeforeAfterSchema })
  .meta({ id: 'GameRatings' })
export type GameRatings = z.infer<typeof gameRatingsSchema>
