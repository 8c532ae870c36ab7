import type { PlayerRef, RatingKind } from '../protocol/index.ts'
import { engineRatingKind, hasBot, ratingKind } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { isAlone } from './fold.ts'
import { otherSeat } from './seating.ts'
import type { EntryBody, MatchHeader } from './types.ts'
import { isOfLadder, kindOf, termsOf } from './types.ts'

/** The kind of the ratings by which the players of a match are compared; null without a clock. */
export const comparedBy = (header: MatchHeader, players: readonly (PlayerRef | null)[]): RatingKind | null =>
  isOfLadder(header)
    ? engineRatingKind(kindOf(header))
    : ratingKind(kindOf(header), termsOf(header).clock, hasBot(players))

/**
 * The kind of the ratings that a match changes; null if it is unrated, if a seat has taken no turn after the draft, or if
 * one player has both seats.
 */
export function ratedKind({ header, tookTurn, players }: Fold): RatingKind | null {
  const counts = termsOf(header).rated && tookTurn[0] && tookTurn[1] && !isAlone({ players })
  return counts ? comparedBy(header, players) : null
}

/**
 * The seat that has ended a rated match before it counted: by leaving it, or by being late or away. Null for every other match and every other end.
 * @param last the entry that has ended it.
 */
export function seatThatEndedEarly(fold: Fold, last: EntryBody): Seat | null {
  const { header, state, outcome } = fold
  if (!state || !outcome || !termsOf(header).rated || ratedKind(fold) !== null) return null
  switch (last.type) {
    case 'abort':
    case 'resign':
    case 'flag':
      return last.seat
    case 'claim':
      return otherSeat(last.seat)
    default:
      return null
  }
}
