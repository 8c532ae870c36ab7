import type { Offer } from '../actions.ts'
import { isSenator } from '../catalogue/index.ts'
import type { BuildingId, CardId, SenatorId } from '../catalogue/index.ts'
import { DISCARD_COINS, MAX_WONDERS } from '../catalogue/constants.ts'
import { countBuildings, countConstructed, decreeRowsOf, sumOf } from '../city.ts'
import { gainCoins } from '../effects/coins.ts'
import { conspiraciesIn, prepareConspiracy, triggerConspiracy } from '../effects/conspiracies.ts'
import { constructBuilding, constructWonder } from '../effects/construct.ts'
import { recruit } from '../effects/recruit.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import { priceList } from '../price/price.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { accessibleSlots, hasCards, isAccessible } from '../structure.ts'
import { offerIfAny } from './decision.ts'
import type { Decision } from './decision.ts'

const wondersAllowed = ({ cities }: MatchState): boolean => countConstructed(cities[0]) + countConstructed(cities[1]) < MAX_WONDERS

/** A player's turn: at its start he may trigger a prepared conspiracy, then takes one accessible card (base.md §4.2, agora.md §3.2). */
export const turn: Decision<'turn'> = {
  asks: [
    'trigger-conspiracy',
    'construct-building',
    'recruit-senator',
    'construct-wonder',
    'prepare-conspiracy',
    'discard-card',
  ],
  isOpen: hasCards,

  offers(state, { seat }) {
    const city = state.cities[seat]
    const prices = priceList(state, seat)
    const slot = accessibleSlots(state)
    const affordable = (price: { total: number }): boolean => price.total <= city.coins
    const buildings: number[] = []
    const senators: number[] = []
    for (const place of slot) {
      const card = state.structure[place]!
      if (isSenator(card)) {
        if (prices.senator <= city.coins) senators.push(place)
      } else if (affordable(prices.building(card))) buildings.push(place)
    }
    const wonder = wondersAllowed(state)
      ? city.wonders.filter(({ id, under }) => under === null && affordable(prices.wonder(id))).map(({ id }) => id)
      : []
    const offers: Offer[] = [
      { type: 'trigger-conspiracy', conspiracy: state.mayTrigger ? conspiraciesIn(city, 'prepared') : [] },
      { type: 'construct-building', slot: buildings },
      { type: 'recruit-senator', slot: senators },
      { type: 'construct-wonder', slot, wonder },
      { type: 'prepare-conspiracy', slot, conspiracy: conspiraciesIn(city, 'unprepared') },
      { type: 'discard-card', slot },
    ]
    return offers.flatMap(offerIfAny)
  },

  refusal(state, { seat }, action) {
    if ('slot' in action && !isAccessible(state, action.slot)) return 'slot-not-accessible'
    const city = state.cities[seat]
    if (action.type === 'construct-wonder' && city.wonders.some(({ id, under }) => id === action.wonder && under === null)) {
      return wondersAllowed(state) ? 'too-expensive' : 'wonder-limit'
    }
    if (action.type === 'construct-building' && !isSenator(state.structure[action.slot]!)) return 'too-expensive'
    if (action.type === 'recruit-senator' && isSenator(state.structure[action.slot]!)) return 'too-expensive'
    return undefined
  },

  apply(play, step, action) {
    const { state } = play
    const { seat } = step
    switch (action.type) {
      case 'trigger-conspiracy':
        // The turn goes on after all that the conspiracy asks for.
        state.mayTrigger = false
        push(play, step)
        return triggerConspiracy(play, seat, action.conspiracy)
      case 'construct-building': {
        const building = state.structure[action.slot] as BuildingId
        const price = priceList(state, seat).explainCard(building)
        take(play, action.slot)
        return constructBuilding(play, seat, building, { from: 'structure', slot: action.slot }, price)
      }
      case 'recruit-senator': {
        const { senator } = priceList(state, seat)
        return recruit(play, seat, take(play, action.slot) as SenatorId, { from: 'structure', slot: action.slot }, senator)
      }
      case 'construct-wonder': {
        const price = priceList(state, seat).explainWonder(action.wonder)
        return constructWonder(play, seat, action.wonder, action.slot, take(play, action.slot), price)
      }
      case 'prepare-conspiracy':
        return prepareConspiracy(play, seat, action.conspiracy, action.slot, take(play, action.slot))
      case 'discard-card':
        return discard(play, seat, action.slot)
    }
  },
}

/** Takes a card out of the structure. What it covered turns up only at the end of the turn. */
export function take({ state }: Play, slot: number): CardId {
  const card = state.structure[slot]!
  state.structure = state.structure.with(slot, null)
  return card
}

/** A card is sold: coins for it and for the yellow buildings (base.md §4.3). */
function discard(play: Play, seat: Seat, slot: number): void {
  const { state, events } = play
  const card = take(play, slot)
  state.discardPile = [...state.discardPile, card]
  events.push({ type: 'card-discarded', seat, slot, card })
  const bonus = sumOf(decreeRowsOf(state, seat), ({ discardBonus }) => discardBonus)
  gainCoins(play, seat, DISCARD_COINS + countBuildings(state.cities[seat], 'yellow') + bonus, 'discard')
}
