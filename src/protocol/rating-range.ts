/** A range of ratings; without a bound it is open on that side. */
export interface RatingRange {
  least?: number | undefined
  most?: number | undefined
}

/** The bounds of all ratings and deviations, which ordinary games do not come near. */
export const RATING_BOUNDS = { rating: { min: -1000, max: 6000 }, deviation: { min: 1, max: 600 } } as const

/** The rating of a player who has played no rated game of a kind. */
export const NEWCOMER_RATING = 1500

/** Whether a rating is in a range; both bounds are in it. */
export const isInRange = ({ least = -Infinity, most = Infinity }: RatingRange, rating: number): boolean =>
  least <= rating && rating <= most
