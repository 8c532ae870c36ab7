import { ACTIVATION_AGE } from '../catalogue/constants.ts'
import type { WonderId } from '../catalogue/index.ts'
import type { OfferingSet } from '../catalogue/offerings.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { spendable, unconstructed } from '../city.ts'
import { activationPrice, offeringSets } from '../price/activation.ts'
import { priceListOf } from '../price/price.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { filled } from './filled.ts'
import type { ActivationQuote, Quotes } from './types.ts'

/** What everything that lies open costs a seat (base.md §5, agora.md §4.7, pantheon.md §4.3). */
export function quotesOf(state: MatchState, seat: Seat): Quotes {
  const list = priceListOf(state, seat)
  const coins = spendable(state.cities[seat])
  const quoted = <Of extends { total: number }>(price: Of): Of & { short?: number } =>
    price.total > coins ? { ...price, short: price.total - coins } : price

  const slots: NonNullable<Quotes['slots']> = {}
  state.structure.forEach((card, slot) => {
    if (card !== null && state.faceUp[slot]) slots[slot] = quoted(list.explainCard(card))
  })
  const wonders: NonNullable<Quotes['wonders']> = {}
  for (const id of openWonders(state)) wonders[id] = quoted(list.explainWonder(id))
  const divinities: NonNullable<Quotes['divinities']> = {}
  for (const space of openSpaces(state)) {
    const bySet: Partial<Record<OfferingSet, ActivationQuote>> = {}
    for (const set of offeringSets(state, seat, space)) bySet[set] = quoted(activationPrice(state, seat, space, set))
    divinities[space] = bySet
  }
  return filled({ slots, wonders, divinities })
}

/** The wonders that everybody sees and nobody has constructed. */
const openWonders = ({ cities, draft }: MatchState): WonderId[] => [...cities.flatMap(unconstructed), ...draft]

/** The spaces of the Pantheon whose card lies face up. */
const openSpaces = ({ pantheon, age }: MatchState): Space[] =>
  pantheon && age >= ACTIVATION_AGE
    ? pantheon.spaces.flatMap((placed, index) => (placed === null ? [] : [(index + 1) as Space]))
    : []
