import type { ShownMatch, ShownOrder } from './shown.ts'

/** So far apart are the places of two ratings that differ by one: more than numbers are given to shown matches. */
export const RATING_STEP = 1_000_000_000

/** What a match is listed by in the order of ratings: the average of both, as a whole number. Null: it has none. */
export function ratingOf({ ratings }: ShownMatch): number | null {
  return ratings ? Math.max(0, Math.round((ratings[0].rating + ratings[1].rating) / 2)) : null
}

/** The place of a match, by the number that it was given when it was shown. Null: it is not in lists of this order. */
export function placeOf(match: ShownMatch, number: number, order: ShownOrder): number | null {
  if (order === 'newest') return number
  const rating = ratingOf(match)
  return rating === null ? null : rating * RATING_STEP + number
}
