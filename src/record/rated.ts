import { hasBot, ratingKind } from '../protocol/index.ts'
import type { RatingKind } from '../protocol/index.ts'
import type { Fold } from './fold.ts'
import { kindOf, termsOf } from './types.ts'

/**
 * The kind of the ratings that a match changes; null if it is unrated, if a seat never moved, or if one player has both
 * seats.
 */
export function ratedKind({ header, moved, players }: Fold): RatingKind | null {
  const [first, second] = players
  const { rated, clock } = termsOf(header)
  const counts = rated && moved[0] && moved[1] && first?.id !== second?.id
  return counts ? ratingKind(kindOf(header), clock, hasBot(players)) : null
}
