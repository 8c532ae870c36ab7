import type { SlotTokenId } from '../catalogue/index.ts'
import { discountOf, isMythologyToken, mythologyOf } from '../catalogue/index.ts'
import type { Play } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { Step } from '../state.ts'

const NO_STEPS: readonly Step[] = []

/**
 * The turn owner takes the tokens on some slots, in their order, up to the first token that has steps (pantheon.md
 * §3.2). Returns these steps. The caller asks again for the other slots once they are resolved.
 */
export function takeTokens(play: Play, slots: readonly number[]): readonly Step[] {
  const { pantheon, turnOf } = play.state
  if (!pantheon) return NO_STEPS
  for (const slot of slots) {
    const steps = takeToken(play, turnOf, slot)
    if (steps.length > 0) return steps
  }
  return NO_STEPS
}

/** A seat takes the token on a slot, if there is one. Returns the steps that it has (pantheon.md §4.1, §4.2). */
export function takeToken(play: Play, seat: Seat, slot: number): readonly Step[] {
  const { state, events } = play
  const city = state.cities[seat].pantheon!
  const token = removeToken(play, slot)
  if (token === null) return NO_STEPS
  if (!isMythologyToken(token)) {
    city.offeringTokens = [...city.offeringTokens, token]
    events.push({ type: 'offering-token-taken', seat, slot, discount: discountOf(token) })
    return NO_STEPS
  }
  const mythology = mythologyOf(token)
  city.mythologyTokens = [...city.mythologyTokens, token]
  events.push({ type: 'mythology-token-taken', seat, slot, mythology })
  return [{ kind: 'draw-divinities', seat, cause: { kind: 'mythology-token', id: token }, mythology }]
}

/** The token on a slot goes to the box, if there is one (pantheon.md R20). */
export function discardToken(play: Play, seat: Seat, slot: number): void {
  const token = removeToken(play, slot)
  if (token !== null) play.events.push({ type: 'token-discarded', seat, slot, token })
}

/** Removes and returns the token on a slot; null if there is none. */
function removeToken({ state }: Play, slot: number): SlotTokenId | null {
  const token = state.pantheon?.slotTokens[slot] ?? null
  if (token !== null) state.pantheon!.slotTokens = state.pantheon!.slotTokens.with(slot, null)
  return token
}
