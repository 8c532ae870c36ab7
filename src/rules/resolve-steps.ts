import { endTurn } from './ages.ts'
import type { Decision } from './decisions/decision.ts'
import { isAutomatic, resolverOf } from './decisions/index.ts'
import type { Play } from './play.ts'
import { Prices } from './price/prices.ts'
import { civilianResult } from './score.ts'
import type { MatchState, Result, Step } from './state.ts'
import { supremacy } from './supremacy.ts'

/**
 * Resolves the steps of the stack until a player has to decide or the match ends (agora.md §3.1): automatic steps,
 * steps with nothing to decide, and the end of the turn. Leaves the open decision on top of the stack.
 */
export function resolveSteps(play: Play): void {
  const { state, events } = play
  for (;;) {
    const result = supremacy(state)
    if (result) return end(play, result)
    const step = state.stack.at(-1)
    if (!step) {
      if (endTurn(play)) return end(play, civilianResult(state))
      continue
    }
    const resolver = resolverOf(step.kind)
    if (isAutomatic(resolver)) {
      pop(state)
      resolver.resolve(play, step)
      continue
    }
    if (resolver.prepare) {
      resolver.prepare(play, step)
      if (state.stack.at(-1) !== step) continue
    }
    const forced = resolver.forced?.(state, step)
    if (forced) {
      pop(state)
      resolver.apply(play, step, forced, new Prices(state, step.seat))
    } else if (isOpen(resolver, state, step)) {
      state.toAct = step.seat
      return
    } else {
      pop(state)
      events.push({ type: 'step-skipped', seat: step.seat, step: step.kind })
    }
  }
}

const isOpen = (decision: Decision, state: MatchState, step: Step): boolean =>
  decision.isOpen ? decision.isOpen(state, step) : decision.offers(state, step, new Prices(state, step.seat)).length > 0

/** Removes the top step of the stack. */
export function pop(state: MatchState): void {
  state.stack = state.stack.slice(0, -1)
}

function end({ state, events }: Play, result: Result): void {
  state.result = result
  state.toAct = null
  state.stack = []
  events.push({ type: 'match-ended', result: { ...result } })
}
