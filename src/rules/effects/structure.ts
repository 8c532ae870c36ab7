import type { CardId } from '../catalogue/index.ts'
import type { Play } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { Age } from '../state.ts'
import { accessibleSlots, layoutOf } from '../structure.ts'

/** Lays out the structure of an age (base.md §3, agora.md §2.2). */
export function layOut({ state, events }: Play, age: Age): void {
  state.age = age
  state.structure = state.deal.ages[age].slots
  state.faceUp = layoutOf(state.options, age).map((slot) => slot.dealtFaceUp)
  events.push({ type: 'age-began', age })
}

/** Turns up the cards that no card covers any more, in ascending order of slots. */
export function turnUpUncovered({ state, events }: Play): void {
  for (const slot of accessibleSlots(state)) {
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
