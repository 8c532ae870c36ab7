import { unconstructed } from '../city.ts'
import { withoutItem } from '../play.ts'
import { other } from '../seat.ts'
import { offerIfAny } from './decision.ts'
import type { Decision } from './decision.ts'

/** Extortion: an unconstructed wonder of the opponent changes its owner (agora.md §5.12). */
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
      wonder: state.cities[other(seat)].wonders.filter(({ under }) => under !== null).map(({ id }) => id),
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
