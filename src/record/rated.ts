import type { RatingKind } from '../protocol/index.ts'
import { hasBot, ratingKind } from '../protocol/index.ts'
import type { Fold } from './fold.ts'
import { kindOf, termsOf } from './types.ts'

/**
 * The kind of the ratings that a match changes; null if it is unrated, if a seat has taken no turn after the draft, or if
 * one player has both seats.
 */
export function ratedKind({ header, tookTurn, players }: Fold): RatingKind | null {
  const [first, second] = players
  const { rated, clock } = termsOf(header)
  const counts = rated && tookTurn[0] && tookTurn[1] && first?.id !== second?.id
  return counts ? ratingKind(kindOf(header), clock, hasBot(players)) : null
}
