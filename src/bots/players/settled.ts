import type { MatchState, StepKind } from '../../rules/index.ts'
import { Choices, foresee, legalActions } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'

/** Of two probabilities that seat 0 wins, the one that the seat to act prefers. */
export const betterOf = (one: number, other: number, { toAct }: MatchState): number =>
  toAct === 0 ? Math.max(one, other) : Math.min(one, other)

/** Choices of what an action has just earned. Any of them may end the match, as the sixth symbol does. */
const EARNED: ReadonlySet<StepKind> = new Set(['progress-token', 'library-choice', 'revive'])

/**
 * Evaluates a state after the best choice of what its seat to act has just earned: before that choice, the evaluation does
 * not see what it brings. With the Senate hardly any match ends by science, and the search did better without this.
 */
export function settled(state: MatchState, evaluate: Evaluation): number {
  const step = state.stack.at(-1)
  if (state.result || state.senate || !step || !EARNED.has(step.kind)) return evaluate(state)
  const choices = new Choices(state)
  const values = legalActions(state, choices).map((action) => settled(foresee(state, action, choices).state, evaluate))
  return values.reduce((best, value) => betterOf(best, value, state))
}
