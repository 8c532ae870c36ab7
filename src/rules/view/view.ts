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
 * What a viewer may know of a match (base.md §10, agora.md §7). It is built by naming what is public, never by deleting
 * from the state. The seat to act also gets its legal actions and their prices. Once the match is over, everything that
 * came into play is shown.
 */
export function view(state: MatchState, viewer: Viewer): MatchView {
  const over = state.result !== null
  const seen: MatchView = {
    age: state.age,
    turnOf: state.turnOf,
    structure: structureView(state),
    cities: { 0: cityView(state.cities[0]), 1: cityView(state.cities[1]) },
    pawn: state.pawn,
    militaryTokens: { 0: setOf(state.militaryTokens[0]), 1: setOf(state.militaryTokens[1]) },
    boardTokens: setOf(state.boardTokens),
    discardPile: setOf(state.discardPile),
  }
  if (state.draft.length > 0) seen.draft = setOf(state.draft)
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

/** A set of ids as a map, which JSON Merge Patch can change in place. */
const setOf = <Id extends string>(ids: readonly Id[]): Record<Id, true> =>
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
    wonders: Object.fromEntries(
      city.wonders.map(({ id, under }) => [id, under === null ? {} : { under: backOf(under) }]),
    ),
    tokens: setOf(city.tokens),
  }
}

/** Adds what a city has in a match with a Senate. `all` includes what only its owner may know. */
function addAgora(seen: CityView, city: City, all: boolean): void {
  seen.senators = setOf(city.senators)
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
  if (mine && kind === 'library-choice') return { kind, tokens: setOf(step.tokens) }
  if (mine && kind === 'keep-conspiracy') return { kind, drawn: [...step.drawn] }
  return { kind }
}

function addLegal(seen: MatchView, state: MatchState, seat: Seat): void {
  const legal = openOffers(state)
  seen.legal = legal.map(copyOf)
  const prices = pricesOf(state, seat, legal)
  if (prices) seen.prices = prices
}

/** A copy of an offer: the lists of the original belong to the state or to the catalogue. */
const copyOf = (offer: Offer): Offer =>
  Object.fromEntries(
    Object.entries(offer).map(([field, values]) => [field, Array.isArray(values) ? [...(values as unknown[])] : values]),
  ) as Offer

/** The prices of the offered constructions and recruitments; undefined if none is offered. */
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
