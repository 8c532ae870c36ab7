import { constructed, unconstructed } from '../city.ts'
import { constructWonder, FREE } from '../effects/construct.ts'
import { withoutItem } from '../play.ts'
import { other } from '../seat.ts'
import type { Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** Extortion and Ra: an unconstructed wonder of the opponent changes its owner (agora.md §5.12). */
export const takeWonder: Decision<'take-wonder', 'choose-wonder'> = {
  asks: ['choose-wonder'],
  offers: (state, { seat }) =>
    offerIfAny({
      type: 'choose-wonder',
      wonder: unconstructed(state.cities[other(seat)]),
    }),
  apply(play, { seat }, action) {
    const { state, events } = play
    const opponent = state.cities[other(seat)]
    const city = state.cities[seat]
    opponent.wonders = opponent.wonders.filter(({ id }) => id !== action.wonder)
    city.wonders = [...city.wonders, { id: action.wonder, under: null }]
    events.push({ type: 'wonder-taken', seat, wonder: action.wonder })
  },
}

/**
 * Sabotage: a constructed wonder of the opponent leaves the game, and the card under it is discarded (agora.md §5.9).
 */
export const destroyWonder: Decision<'destroy-wonder', 'choose-wonder'> = {
  asks: ['choose-wonder'],
  offers: (state, { seat }) =>
    offerIfAny({
      type: 'choose-wonder',
      wonder: constructed(state.cities[other(seat)]),
    }),
  apply(play, { seat }, action) {
    const { state, events } = play
    const opponent = state.cities[other(seat)]
    const destroyed = opponent.wonders.find(({ id }) => id === action.wonder)!
    const card = destroyed.under!
    opponent.wonders = withoutItem(opponent.wonders, destroyed)
    state.discardPile = [...state.discardPile, card]
    events.push({ type: 'wonder-destroyed', seat, wonder: action.wonder, card })
  },
}

const SEATS = [0, 1] as const

/** Anubis: a constructed wonder of either player is undone, and the card under it is discarded (pantheon.md §5). */
export const deconstructWonder: Decision<'deconstruct-wonder', 'choose-wonder'> = {
  asks: ['choose-wonder'],
  offers: ({ cities }) => offerIfAny({ type: 'choose-wonder', wonder: cities.flatMap(constructed) }),
  apply(play, { seat }, action) {
    const { state, events } = play
    const owner = SEATS.find((each) => constructed(state.cities[each]).includes(action.wonder))!
    const city = state.cities[owner]
    const undone = city.wonders.find(({ id }) => id === action.wonder)!
    const card = undone.under!
    city.wonders = city.wonders.map((wonder) => (wonder === undone ? { id: wonder.id, under: null } : wonder))
    state.discardPile = [...state.discardPile, card]
    events.push({ type: 'wonder-undone', seat, owner, wonder: action.wonder, card })
  },
}

/** Isis: an own wonder is constructed for free with a card of the discard pile (pantheon.md §5). */
export const constructWithDiscarded: Decision<'construct-with-discarded', 'construct-wonder-from-discard'> = {
  asks: ['construct-wonder-from-discard'],
  offers: ({ discardPile, cities }, { seat }) =>
    offerIfAny({ type: 'construct-wonder-from-discard', card: discardPile, wonder: unconstructed(cities[seat]) }),
  apply(play, { seat }, { card, wonder }) {
    play.state.discardPile = withoutItem(play.state.discardPile, card)
    constructWonder(play, seat, wonder, { from: 'discard' }, card, FREE)
  },
}
