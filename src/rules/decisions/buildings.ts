import type { BuildingId } from '../catalogue/index.ts'
import { isSenator } from '../catalogue/index.ts'
import { buildingsOf } from '../city.ts'
import { constructBuilding, FREE } from '../effects/construct.ts'
import { recruit } from '../effects/recruit.ts'
import { pairStepsSince, placeSnake, removeStraySnakes } from '../effects/science.ts'
import { takeCard } from '../effects/structure.ts'
import { push, withoutItem } from '../play.ts'
import { other } from '../seat.ts'
import { lastRowSlots } from '../structure.ts'
import { symbolCounts } from '../symbols.ts'
import type { Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** A building of the opponent goes to the discard pile (base.md §8 Zeus and Circus Maximus, agora.md §5.12). */
export const destroyBuilding: Decision<'destroy-building', 'choose-building'> = {
  asks: ['choose-building'],
  offers: (state, { seat, color }) =>
    offerIfAny({ type: 'choose-building', building: buildingsOf(state.cities[other(seat)], color) }),
  apply(play, { seat }, action) {
    const { state, events } = play
    const building = action.building as BuildingId
    const opponent = state.cities[other(seat)]
    opponent.buildings = withoutItem(opponent.buildings, building)
    state.discardPile = [...state.discardPile, building]
    events.push({ type: 'building-destroyed', seat, building })
  },
}

/**
 * The Mausoleum and Hades: a card of the discard pile is constructed or recruited for free (base.md §8, agora.md R7).
 */
export const revive: Decision<'revive', 'choose-building'> = {
  asks: ['choose-building'],
  offers: ({ discardPile }) => offerIfAny({ type: 'choose-building', building: discardPile }),
  apply(play, { seat }, action) {
    const card = action.building
    play.state.discardPile = withoutItem(play.state.discardPile, card)
    if (isSenator(card)) recruit(play, seat, card, { from: 'discard' }, 0)
    else constructBuilding(play, seat, card, { from: 'discard' }, FREE)
  },
}

/** Property Fraud: a building of the last row, covered or not, is constructed for free (agora.md §5.10). */
export const constructLastRow: Decision<'construct-last-row', 'choose-available-card'> = {
  asks: ['choose-available-card'],
  offers: (state) =>
    offerIfAny({
      type: 'choose-available-card',
      slot: lastRowSlots(state).filter((slot) => !isSenator(state.structure[slot]!)),
    }),
  apply(play, { seat }, action) {
    const { slot } = action
    constructBuilding(play, seat, takeCard(play, slot) as BuildingId, { from: 'structure', slot }, FREE)
  },
}

/** Treason: one of the cards removed from the current and past ages is constructed for free (agora.md §5.11). */
export const constructRemoved: Decision<'construct-removed', 'choose-building'> = {
  asks: ['choose-building'],
  offers: ({ deal, age }) => [
    {
      type: 'choose-building',
      building: ([1, 2, 3] as const).filter((past) => past <= age).flatMap((past) => deal.ages[past].removed),
    },
  ],
  apply(play, { seat }, action) {
    constructBuilding(play, seat, action.building as BuildingId, { from: 'box' }, FREE)
  },
}

/** Foreclosure and Baal: a building of the opponent changes city, without effects (agora.md §5.12). */
export const takeBuilding: Decision<'take-building', 'choose-building'> = {
  asks: ['choose-building'],
  offers: (state, { seat, colors }) =>
    offerIfAny({ type: 'choose-building', building: buildingsOf(state.cities[other(seat)], ...colors) }),
  apply(play, { seat }, action) {
    const { state, events } = play
    const building = action.building as BuildingId
    const opponent = state.cities[other(seat)]
    const city = state.cities[seat]
    opponent.buildings = withoutItem(opponent.buildings, building)
    city.buildings = [...city.buildings, building]
    events.push({ type: 'building-taken', seat, building })
  },
}

/** Coercion: two blue or two green buildings change city at once; either player may complete a pair (agora.md §5.8). */
export const swapBuildings: Decision<'swap-buildings', 'swap-buildings'> = {
  asks: ['swap-buildings'],
  offers: (state, { seat }) =>
    (['blue', 'green'] as const).flatMap((color) =>
      offerIfAny({
        type: 'swap-buildings',
        take: buildingsOf(state.cities[other(seat)], color),
        give: buildingsOf(state.cities[seat], color),
      }),
    ),
  apply(play, { seat, cause }, action) {
    const { state, events } = play
    const { take: taken, give: given } = action
    const city = state.cities[seat]
    const opponent = state.cities[other(seat)]
    const [before, opponentBefore] = [symbolCounts(city), symbolCounts(opponent)]
    city.buildings = [...withoutItem(city.buildings, given), taken]
    opponent.buildings = [...withoutItem(opponent.buildings, taken), given]
    events.push({ type: 'buildings-swapped', seat, taken, given })
    removeStraySnakes(play)
    push(
      play,
      ...pairStepsSince(state, seat, before, cause),
      ...pairStepsSince(state, other(seat), opponentBefore, cause),
    )
  },
}

/** Nisaba: the Snake token goes on a green card of the opponent (pantheon.md §4.7). */
export const snake: Decision<'place-snake', 'choose-building'> = {
  asks: ['choose-building'],
  offers: (state, { seat }) =>
    offerIfAny({ type: 'choose-building', building: buildingsOf(state.cities[other(seat)], 'green') }),
  apply: (play, { seat, cause }, { building }) => placeSnake(play, seat, building as BuildingId, cause),
}
