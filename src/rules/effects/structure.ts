import type { CardId, SlotTokenId } from '../catalogue/index.ts'
import { boxOf } from '../catalogue/index.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { Age, MatchState } from '../state.ts'
import { accessibleSlots, layoutOf } from '../structure.ts'
import { takeTokens } from './slot-tokens.ts'

/** Lays out the structure of an age (base.md §3, agora.md §2.2), with the tokens on its slots (pantheon.md §2.2). */
export function layOut({ state, events }: Play, age: Age): void {
  state.age = age
  state.structure = state.deal.ages[age].slots
  state.faceUp = layoutOf(state.options, age).map((slot) => slot.dealtFaceUp)
  if (state.pantheon) state.pantheon.slotTokens = slotTokensOf(state, age)
  events.push({ type: 'age-began', age })
}

function slotTokensOf({ options, deal }: MatchState, age: Age): (SlotTokenId | null)[] {
  const { tokenSlots } = boxOf(options).layouts[age]
  const tokens: readonly SlotTokenId[] = (age === 1 ? deal.mythologyTokens : age === 2 ? deal.offeringTokens : []) ?? []
  return layoutOf(options, age).map((_, slot) => tokens[tokenSlots.indexOf(slot)] ?? null)
}

/**
 * Turns up the cards that no card covers any more, in ascending order of slots. Before, the turn owner takes the tokens
 * on them (pantheon.md §3.2): if a token has steps, these are pushed, and the cards are turned up after them.
 */
export function turnUpUncovered(play: Play): void {
  const { state, events } = play
  const accessible = accessibleSlots(state)
  const steps = takeTokens(play, accessible)
  if (steps.length > 0) return push(play, ...steps, { kind: 'turn-up', seat: state.turnOf })
  for (const slot of accessible) {
    if (state.faceUp[slot]) continue
    state.faceUp = state.faceUp.with(slot, true)
    events.push({ type: 'card-revealed', slot, card: state.structure[slot]! })
  }
}

/** Takes a card from the structure. The cards that it covered turn up only at the end of the turn. */
export function takeCard({ state }: Play, slot: number): CardId {
  const card = state.structure[slot]!
  state.structure = state.structure.with(slot, null)
  return card
}

/** Moves a card from the structure to the discard pile. */
export function discardCard(play: Play, seat: Seat, slot: number): void {
  const { state, events } = play
  const card = takeCard(play, slot)
  state.discardPile = [...state.discardPile, card]
  events.push({ type: 'card-discarded', seat, slot, card })
}
