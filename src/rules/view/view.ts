import type { Offer } from '../actions.ts'
import { BUILDINGS, backOf } from '../catalogue/index.ts'
import { CHAMBERS } from '../catalogue/constants.ts'
import type { Chamber } from '../catalogue/vocabulary.ts'
import { controllerOf } from '../city.ts'
import { openOffers } from '../legal.ts'
import { PriceList } from '../price/price.ts'
import { score } from '../score.ts'
import type { Seat, Viewer } from '../seat.ts'
import type { City, Conspiracy, MatchState, Step } from '../state.ts'
import { isAccessible } from '../structure.ts'
import type { ChamberView, CityView, ConspiracyView, MatchView, SlotView } from './types.ts'

/**
 * What a viewer may know of a match (base.md §10, agora.md §7): built by naming it. With the legal actions and their prices
 * for the seat to act. Once the match is over nothing is hidden any more but what never came into play.
 */
export function view(state: MatchState, viewer: Viewer): MatchView {
  const over = state.result !== null
  const seen: MatchView = {
    age: state.age,
    turnOf: state.turnOf,
    structure: structureView(state),
    cities: { 0: cityView(state.cities[0]), 1: cityView(state.cities[1]) },
    pawn: state.pawn,
    militaryTokens: { 0: marks(state.militaryTokens[0]), 1: marks(state.militaryTokens[1]) },
    boardTokens: marks(state.boardTokens),
    discardPile: marks(state.discardPile),
  }
  if (state.draft.length > 0) seen.draft = marks(state.draft)
  if (state.senate) {
    seen.senate = senateView(state)
    seen.conspiracyDeck = state.conspiracyDeck.length
    for (const seat of [0, 1] as const) addAgora(seen.cities[seat], state.cities[seat], over || viewer === seat)
  }
  if (state.toAct !== null) {
    seen.toAct = state.toAct
    const mine = viewer === state.toAct
    seen.decision = decisionView(state.stack.at(-1)!, mine)
    if (mine) addLegal(seen, state, state.toAct)
  }
  if (state.result) {
    const { winner, by } = state.result
    const [first, second] = score(state)
    seen.result = winner === null ? { by } : { by, winner }
    seen.scores = { 0: first, 1: second }
  }
  return seen
}

/** A set of ids, in the form that patches well. */
const marks = <Id extends string>(ids: readonly Id[]): Record<Id, true> =>
  Object.fromEntries(ids.map((id) => [id, true])) as Record<Id, true>

function structureView(state: MatchState): Record<string, SlotView> {
  const slots: Record<string, SlotView> = {}
  state.structure.forEach((card, slot) => {
    if (card === null) return
    const seen: SlotView = { back: backOf(card) }
    if (state.faceUp[slot]) seen.card = card
    if (isAccessible(state, slot)) seen.accessible = true
    slots[slot] = seen
  })
  return slots
}

function cityView(city: City): CityView {
  return {
    coins: city.coins,
    buildings: Object.fromEntries(city.buildings.map((id) => [id, BUILDINGS[id].color])),
    wonders: Object.fromEntries(city.wonders.map(({ id, under }) => [id, under === null ? {} : { under: backOf(under) }])),
    tokens: marks(city.tokens),
  }
}

/** What a city has besides, in a match with a Senate. `all` is for the eyes of its owner. */
function addAgora(seen: CityView, city: City, all: boolean): void {
  seen.senators = marks(city.senators)
  seen.reserve = city.reserve
  seen.conspiracies = Object.fromEntries(city.conspiracies.map((held, index) => [index, conspiracyView(held, all)]))
}

function conspiracyView({ id, state, under, locked }: Conspiracy, all: boolean): ConspiracyView {
  const seen: ConspiracyView = { state }
  if (all || state === 'triggered') seen.id = id
  if (under !== null) seen.under = backOf(under)
  if (locked) seen.locked = all || locked.public ? { token: locked.token } : {}
  return seen
}

function senateView(state: MatchState): Record<Chamber, ChamberView> {
  const { cubes, decrees } = state.senate!
  return Object.fromEntries(
    CHAMBERS.map(({ chamber }, index) => {
      const controller = controllerOf(state, index)
      const seen: ChamberView = {
        cubes: { 0: cubes[index]![0], 1: cubes[index]![1] },
        ...(controller !== null && { controller }),
        decrees: Object.fromEntries(decrees[index]!.map(({ id, faceUp }, place) => [place, faceUp ? { id } : {}])),
      }
      return [chamber, seen]
    }),
  ) as Record<Chamber, ChamberView>
}

/** The open decision: its kind is public, what was drawn for it is not. */
function decisionView(step: Step, mine: boolean): NonNullable<MatchView['decision']> {
  const { kind } = step
  if (kind === 'senate') return { kind, left: step.left }
  if (mine && kind === 'library-choice') return { kind, tokens: marks(step.tokens) }
  if (mine && kind === 'keep-conspiracy') return { kind, drawn: [...step.drawn] }
  return { kind }
}

function addLegal(seen: MatchView, state: MatchState, seat: Seat): void {
  const legal = openOffers(state)
  seen.legal = legal
  const prices = pricesOf(state, seat, legal)
  if (prices) seen.prices = prices
}

/** What the offered constructions and recruitments cost; undefined if none is offered. */
function pricesOf(state: MatchState, seat: Seat, legal: readonly Offer[]): MatchView['prices'] {
  const list = new PriceList(state, seat)
  const slots: NonNullable<NonNullable<MatchView['prices']>['slots']> = {}
  const wonders: NonNullable<NonNullable<MatchView['prices']>['wonders']> = {}
  for (const offer of legal) {
    if (offer.type === 'construct-wonder') for (const id of offer.wonder) wonders[id] = list.explainWonder(id)
    if (offer.type === 'construct-building' || offer.type === 'recruit-senator') {
      for (const slot of offer.slot) {
        slots[slot] = list.explainCard(state.structure[slot]!)
      }
    }
  }
  const some = <T extends object>(prices: T): T | undefined => (Object.keys(prices).length > 0 ? prices : undefined)
  const [slotPrices, wonderPrices] = [some(slots), some(wonders)]
  if (!slotPrices && !wonderPrices) return undefined
  return { ...(slotPrices && { slots: slotPrices }), ...(wonderPrices && { wonders: wonderPrices }) }
}
