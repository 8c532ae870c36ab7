import { BUILDINGS, backOf, discountOf, isMythologyToken, mythologyOf } from '../catalogue/index.ts'
import type { SlotTokenId } from '../catalogue/index.ts'
import { CHAMBERS } from '../catalogue/constants.ts'
import type { Chamber } from '../catalogue/vocabulary.ts'
import { controllerOf } from '../city.ts'
import { score } from '../score.ts'
import type { Viewer } from '../seat.ts'
import type { City, Conspiracy, MatchState, Step } from '../state.ts'
import { isAccessible } from '../structure.ts'
import { legalView } from './legal.ts'
import { addPantheon, pantheonView } from './pantheon.ts'
import { setOf } from './sets.ts'
import type { ChamberView, CityView, ConspiracyView, MatchView, SlotView } from './types.ts'

/**
 * What a viewer may know of a match (base.md §10, agora.md §7, pantheon.md §7). It is built by naming what is public,
 * never by deleting from the state. The seat to act also gets its legal actions and their prices. Once the match is
 * over, everything that came into play is shown.
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
  if (state.pantheon) {
    seen.pantheon = pantheonView(state, viewer)
    for (const seat of [0, 1] as const) addPantheon(seen.cities[seat], state.cities[seat].pantheon!)
  }
  if (state.toAct !== null) {
    seen.toAct = state.toAct
    const mine = viewer === state.toAct
    seen.decision = decisionView(state.stack.at(-1)!, mine)
    if (mine) Object.assign(seen, legalView(state, state.toAct))
  }
  if (state.result) {
    const { winner, by } = state.result
    const [first, second] = score(state)
    seen.result = winner === null ? { by } : { by, winner }
    seen.scores = { 0: first, 1: second }
  }
  return seen
}

function structureView(state: MatchState): Record<string, SlotView> {
  const slots: Record<string, SlotView> = {}
  state.structure.forEach((card, slot) => {
    if (card === null) return
    const seen: SlotView = { back: backOf(card) }
    if (state.faceUp[slot]) seen.card = card
    if (isAccessible(state, slot)) seen.accessible = true
    const token = state.pantheon?.slotTokens[slot]
    if (token) seen.token = tokenView(token)
    slots[slot] = seen
  })
  return slots
}

const tokenView = (token: SlotTokenId): NonNullable<SlotView['token']> =>
  isMythologyToken(token) ? { mythology: mythologyOf(token) } : { offering: discountOf(token) }

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
  if (kind === 'place-divinity') {
    return { kind, mythology: step.mythology, ...(mine && { drawn: [...step.drawn] }) }
  }
  return { kind }
}
