import type { Offer } from '../actions.ts'
import { isSenator } from '../catalogue/index.ts'
import type { BuildingId, SenatorId, WonderId } from '../catalogue/index.ts'
import { DISCARD_COINS, MAX_WONDERS } from '../catalogue/constants.ts'
import { countBuildings, countConstructed, decreesOf, sumOf } from '../city.ts'
import { gainCoins } from '../effects/coins.ts'
import { conspiraciesIn, prepareConspiracy, triggerConspiracy } from '../effects/conspiracies.ts'
import { constructBuilding, constructWonder } from '../effects/construct.ts'
import { recruit } from '../effects/recruit.ts'
import { discardCard, takeCard } from '../effects/structure.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import { priceList } from '../price/price.ts'
import type { Seat } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { accessibleSlots, hasCards, isAccessible } from '../structure.ts'
import type { Decision } from './decision.ts'

const wondersAllowed = ({ cities }: MatchState): boolean => countConstructed(cities[0]) + countConstructed(cities[1]) < MAX_WONDERS

/** A player's turn: at its start he may trigger a prepared conspiracy, then takes one accessible card (base.md §4.2, agora.md §3.2). */
export const turn: Decision<'turn', 'trigger-conspiracy' | 'construct-building' | 'recruit-senator' | 'construct-wonder' | 'prepare-conspiracy' | 'discard-card'> = {
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
    const wonders: WonderId[] = []
    if (wondersAllowed(state)) {
      for (const { id, under } of city.wonders) if (under === null && affordable(prices.wonder(id))) wonders.push(id)
    }
    const triggers = state.mayTrigger ? conspiraciesIn(city, 'prepared') : []
    const unprepared = conspiraciesIn(city, 'unprepared')

    const offers: Offer[] = []
    if (triggers.length > 0) offers.push({ type: 'trigger-conspiracy', conspiracy: triggers })
    if (buildings.length > 0) offers.push({ type: 'construct-building', slot: buildings })
    if (senators.length > 0) offers.push({ type: 'recruit-senator', slot: senators })
    if (wonders.length > 0) offers.push({ type: 'construct-wonder', slot, wonder: wonders })
    if (unprepared.length > 0) offers.push({ type: 'prepare-conspiracy', slot, conspiracy: unprepared })
    if (slot.length > 0) offers.push({ type: 'discard-card', slot })
    return offers
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
        takeCard(play, action.slot)
        return constructBuilding(play, seat, building, { from: 'structure', slot: action.slot }, price)
      }
      case 'recruit-senator': {
        const { senator } = priceList(state, seat)
        return recruit(play, seat, takeCard(play, action.slot) as SenatorId, { from: 'structure', slot: action.slot }, senator)
      }
      case 'construct-wonder': {
        const price = priceList(state, seat).explainWonder(action.wonder)
        return constructWonder(play, seat, action.wonder, action.slot, takeCard(play, action.slot), price)
      }
      case 'prepare-conspiracy':
        return prepareConspiracy(play, seat, action.conspiracy, action.slot, takeCard(play, action.slot))
      case 'discard-card':
        return sell(play, seat, action.slot)
    }
  },
}

/** A card is discarded for coins: more with yellow buildings (base.md §4.3). */
function sell(play: Play, seat: Seat, slot: number): void {
  const { state } = play
  discardCard(play, seat, slot)
  const bonus = sumOf(decreesOf(state, seat), ({ discardBonus }) => discardBonus)
  gainCoins(play, seat, DISCARD_COINS + countBuildings(state.cities[seat], 'yellow') + bonus, 'discard')
}
