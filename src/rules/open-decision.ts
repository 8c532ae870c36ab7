import type { Decision } from './decisions/decision.ts'
import { isAutomatic, resolverOf } from './decisions/index.ts'
import type { MatchState, Step } from './state.ts'

/** The top step of the stack, and its resolver. */
export interface OpenDecision {
  step: Step
  decision: Decision
}

/** The open decision. Null when the match is over. */
export function openDecision(state: MatchState): OpenDecision | null {
  const step = state.stack.at(-1)
  if (!step) return null
  const resolver = resolverOf(step.kind)
  if (isAutomatic(resolver)) throw new Error(`the step ${step.kind} is never left open`)
  return { step, decision: resolver }
}
