import { ratingKind } from '../protocol/index.ts'
import type { RatingKind } from '../protocol/index.ts'
import type { Fold } from './fold.ts'
import { kindOf, termsOf } from './types.ts'

/** Which ratings a match changes by its end: none if it is unrated, or somebody never moved, or played against himself. */
export function ratedKind({ header, moved, players: [first, second] }: Fold): RatingKind | null {
  const { rated, clock } = termsOf(header)
  const counts = rated && moved[0] && moved[1] && first?.id !== second?.id
  return counts ? ratingKind(kindOf(header), clock) : null
}
