import { ACTIVATION_AGE } from '../catalogue/constants.ts'
import { PANTHEON_CARDS } from '../catalogue/index.ts'
import { MYTHOLOGIES } from '../catalogue/vocabulary.ts'
import type { Mythology, Space } from '../catalogue/vocabulary.ts'
import { activationPrice } from '../price/activation.ts'
import type { Seat, Viewer } from '../seat.ts'
import type { MatchState, PantheonCard, PantheonCity } from '../state.ts'
import { setOf } from './sets.ts'
import type { CityView, PantheonCardView, PantheonView } from './types.ts'

/** What a viewer may know of the Pantheon (pantheon.md §7). */
export function pantheonView(state: MatchState, viewer: Viewer): PantheonView {
  const { spaces, decks, enki, minerva } = state.pantheon!
  const seen: PantheonView = {
    spaces: {},
    decks: Object.fromEntries(MYTHOLOGIES.map((mythology) => [mythology, decks[mythology].length])) as Record<
      Mythology,
      number
    >,
    enki: setOf(enki),
    revealed: setOf(state.stack.flatMap((step) => ('revealed' in step ? step.revealed : []))),
  }
  for (const [index, placed] of spaces.entries()) {
    const space = (index + 1) as Space
    if (placed !== null) seen.spaces[space] = cardView(state, viewer, space, placed)
  }
  if (minerva !== null) seen.minerva = minerva
  return seen
}

function cardView(state: MatchState, viewer: Viewer, space: Space, { card, placedBy }: PantheonCard): PantheonCardView {
  const { mythology } = PANTHEON_CARDS[card]
  const cost = (seat: Seat): number => activationPrice(state, seat, space, 'none').total
  const isKnown = state.age >= ACTIVATION_AGE || placedBy === viewer || state.result !== null
  return { ...(mythology && { mythology }), ...(isKnown && { card }), costs: { 0: cost(0), 1: cost(1) } }
}

/** Adds what a city has in a match with Pantheon. All of it is public. */
export function addPantheon(seen: CityView, city: PantheonCity): void {
  seen.divinities = setOf(city.divinities)
  seen.mythologyTokens = setOf(city.mythologyTokens)
  seen.offeringTokens = setOf(city.offeringTokens)
  seen.storedCoins = city.storedCoins
  if (city.snake !== null) seen.snake = city.snake
}
