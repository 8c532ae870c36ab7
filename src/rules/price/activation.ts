import { PANTHEON_SPACES } from '../catalogue/divinities.ts'
import type { OfferingTokenId } from '../catalogue/index.ts'
import { discountOf, PANTHEON_CARDS, WONDERS } from '../catalogue/index.ts'
import type { OfferingSet } from '../catalogue/offerings.ts'
import { OFFERING_SETS } from '../catalogue/offerings.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { sumOf } from '../city.ts'
import { remembered } from '../remembered.ts'
import type { Seat } from '../seat.ts'
import type { City, MatchState } from '../state.ts'
import type { ActivationPrice } from './types.ts'

/** The Offering tokens of a set. */
export const offeringsOf = (set: OfferingSet): readonly OfferingTokenId[] =>
  OFFERING_SETS.find((row) => row.set === set)!.tokens

/** The price for a seat to activate the card on a space with a set of Offering tokens (pantheon.md §4.3). */
export function activationPrice(state: MatchState, seat: Seat, space: Space, set: OfferingSet): ActivationPrice {
  const { base, factor, sanctuary } = costOf(state, seat, space)
  const offerings = sumOf(offeringsOf(set), discountOf)
  return {
    base,
    ...(factor > 1 && { gate: true }),
    ...(sanctuary > 0 && { sanctuary }),
    offerings,
    total: Math.max(0, base * factor - sanctuary - offerings),
  }
}

/**
 * The sets of Offering tokens that a seat can name for the card on a space, affordable or not: tokens that it owns,
 * none of which could be left out at the same price 0 (pantheon.md R10).
 */
export function offeringSets(state: MatchState, seat: Seat, space: Space): OfferingSet[] {
  const { base, factor, sanctuary } = costOf(state, seat, space)
  const cost = base * factor - sanctuary
  const owned = state.cities[seat].pantheon!.offeringTokens
  const sets: OfferingSet[] = []
  for (const { set, tokens } of OFFERING_SETS) {
    if (tokens.length > owned.length) continue
    const total: number = sumOf(tokens, discountOf)
    const isWasted = (token: OfferingTokenId): boolean => cost <= total - discountOf(token)
    if (tokens.every((token) => owned.includes(token) && !isWasted(token))) sets.push(set)
  }
  return sets
}

/** The parts of the cost of a space for a seat, before Offering tokens: (base × factor) − sanctuary. */
function costOf(
  { pantheon, cities }: MatchState,
  seat: Seat,
  space: Space,
): { base: number; factor: number; sanctuary: number } {
  const placed = pantheon!.spaces[space - 1]
  return {
    base: PANTHEON_SPACES[space - 1]!.costs[seat],
    factor: (placed && PANTHEON_CARDS[placed.card].costFactor) ?? 1,
    sanctuary: discountOfWonders(cities[seat].wonders),
  }
}

const discountOfWonders = remembered((wonders: City['wonders']): number =>
  sumOf(wonders, ({ id, under }) => (under === null ? 0 : WONDERS[id].activationDiscount)),
)
