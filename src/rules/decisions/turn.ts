import type { ActionInput, Offer } from '../actions.ts'
import { MAX_WONDERS } from '../catalogue/constants.ts'
import type { BuildingId, SenatorId, WonderId } from '../catalogue/index.ts'
import { isSenator } from '../catalogue/index.ts'
import { countConstructed, spendable, unconstructed } from '../city.ts'
import { discardIncome, gainCoins } from '../effects/coins.ts'
import { conspiraciesIn, prepareConspiracy, triggerConspiracy } from '../effects/conspiracies.ts'
import { constructBuilding, constructWonder } from '../effects/construct.ts'
import { recruit } from '../effects/recruit.ts'
import { discardCard, takeCard } from '../effects/structure.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { PriceList } from '../price/price.ts'
import type { Prices } from '../price/prices.ts'
import type { Seat } from '../seat.ts'
import type { City, MatchState } from '../state.ts'
import { accessibleSlots, hasCards, isAccessible } from '../structure.ts'
import { activateFromPantheon, activationOffers, activationRefusal } from './activation.ts'
import type { Decision } from './decision.ts'
import { isEmpty } from './decision.ts'

const wondersAllowed = ({ cities }: MatchState): boolean =>
  countConstructed(cities[0]) + countConstructed(cities[1]) < MAX_WONDERS

/** The slot in a list, if its card can be taken. */
const accessibleOf = (state: MatchState, slot: number): number[] => (isAccessible(state, slot) ? [slot] : [])

/** What the offers of a turn depend on. If one action is given, there is no other slot and no other wonder than its. */
class Situation {
  readonly state: MatchState
  readonly city: City
  readonly seat: Seat
  /** What the city can pay. */
  readonly coins: number
  /** The slots with cards that can be taken. */
  readonly accessible: readonly number[]
  readonly #prices: Prices
  readonly #only: ActionInput | undefined

  constructor(state: MatchState, seat: Seat, prices: Prices, only?: ActionInput) {
    this.state = state
    this.city = state.cities[seat]
    this.seat = seat
    this.coins = spendable(this.city)
    this.accessible = only !== undefined && 'slot' in only ? accessibleOf(state, only.slot) : accessibleSlots(state)
    this.#prices = prices
    this.#only = only
  }

  /** The wonders that can still be constructed, whatever they cost. */
  get wonders(): readonly WonderId[] {
    const { state, city } = this
    if (!wondersAllowed(state)) return []
    const wonders = unconstructed(city)
    const only = this.#only
    return only?.type === 'construct-wonder' ? wonders.filter((id) => id === only.wonder) : wonders
  }

  /** Computed only if one of the offers needs it. */
  get prices(): PriceList {
    return this.#prices.list
  }
}

const TYPES = [
  'trigger-conspiracy',
  'activate-divinity',
  'construct-building',
  'recruit-senator',
  'construct-wonder',
  'prepare-conspiracy',
  'discard-card',
] as const

const NONE: readonly Offer[] = []

/** What a turn offers of each type of action. */
const OFFERS: Record<(typeof TYPES)[number], (situation: Situation) => Offer | readonly Offer[]> = {
  'trigger-conspiracy': ({ state, city }) => ({
    type: 'trigger-conspiracy',
    conspiracy: state.mayTrigger ? conspiraciesIn(city, 'prepared') : [],
  }),
  'activate-divinity': ({ state, seat }) => (state.pantheon ? activationOffers(state, seat) : NONE),
  'construct-building': ({ state, coins, accessible, prices }) => ({
    type: 'construct-building',
    slot: accessible.filter((slot) => {
      const card = state.structure[slot]!
      return !isSenator(card) && prices.building(card) <= coins
    }),
  }),
  'recruit-senator': ({ state, coins, accessible, prices }) => ({
    type: 'recruit-senator',
    slot: accessible.filter((slot) => isSenator(state.structure[slot]!) && prices.senator <= coins),
  }),
  'construct-wonder': ({ wonders, coins, accessible, prices }) => ({
    type: 'construct-wonder',
    slot: accessible,
    wonder: wonders.filter((id) => prices.wonder(id) <= coins),
  }),
  'prepare-conspiracy': ({ city, accessible }) => ({
    type: 'prepare-conspiracy',
    slot: accessible,
    conspiracy: conspiraciesIn(city, 'unprepared'),
  }),
  'discard-card': ({ accessible }) => ({ type: 'discard-card', slot: accessible }),
}

const isList = (made: Offer | readonly Offer[]): made is readonly Offer[] => Array.isArray(made)

/**
 * A turn: its owner may first trigger a prepared conspiracy, then takes one accessible card or activates a divinity
 * (base.md §4.2, agora.md §3.2, pantheon.md §3.1).
 */
export const turn: Decision<'turn', (typeof TYPES)[number]> = {
  asks: TYPES,
  isOpen: hasCards,

  offers(state, { seat }, prices, only) {
    const situation = new Situation(state, seat, prices, only)
    const offers: Offer[] = []
    for (const type of TYPES) {
      if (only !== undefined && only.type !== type) continue
      const made = OFFERS[type](situation)
      if (!isList(made)) {
        if (!isEmpty(made)) offers.push(made)
      } else for (const offer of made) if (!isEmpty(offer)) offers.push(offer)
    }
    return offers
  },

  refusal(state, { seat }, action) {
    if ('slot' in action && !isAccessible(state, action.slot)) return 'slot-not-accessible'
    const city = state.cities[seat]
    if (action.type === 'construct-wonder' && unconstructed(city).some((id) => id === action.wonder)) {
      return wondersAllowed(state) ? 'too-expensive' : 'wonder-limit'
    }
    if (action.type === 'construct-building' && !isSenator(state.structure[action.slot]!)) return 'too-expensive'
    if (action.type === 'recruit-senator' && isSenator(state.structure[action.slot]!)) return 'too-expensive'
    if (action.type === 'activate-divinity') return activationRefusal(state, seat, action.space, action.offerings)
    return undefined
  },

  apply(play, step, action, prices) {
    const { state } = play
    const { seat } = step
    switch (action.type) {
      case 'trigger-conspiracy':
        // The turn goes on after all steps of the conspiracy.
        state.mayTrigger = false
        push(play, step)
        return triggerConspiracy(play, seat, action.conspiracy)
      case 'activate-divinity':
        return activateFromPantheon(play, seat, action.space, action.offerings)
      case 'construct-building': {
        const building = state.structure[action.slot] as BuildingId
        const price = prices.list.priceOfCard(building, play.isExplained)
        takeCard(play, action.slot)
        return constructBuilding(play, seat, building, { from: 'structure', slot: action.slot }, price)
      }
      case 'recruit-senator': {
        const senator = takeCard(play, action.slot) as SenatorId
        return recruit(play, seat, senator, { from: 'structure', slot: action.slot }, prices.list.senator)
      }
      case 'construct-wonder': {
        const price = prices.list.priceOfWonder(action.wonder, play.isExplained)
        return constructWonder(play, seat, action.wonder, { slot: action.slot }, takeCard(play, action.slot), price)
      }
      case 'prepare-conspiracy':
        return prepareConspiracy(play, seat, action.conspiracy, action.slot, takeCard(play, action.slot))
      case 'discard-card':
        return sell(play, seat, action.slot)
    }
  },
}

/** Discards a card for coins (base.md §4.3). */
function sell(play: Play, seat: Seat, slot: number): void {
  discardCard(play, seat, slot)
  gainCoins(play, seat, discardIncome(play.state, seat), 'discard')
}
