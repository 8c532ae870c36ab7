import type { Action, MatchState, StepKind } from '../../rules/index.ts'
import { Choices, foresee, legalActions } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { keyOf } from './key.ts'

/** Of two probabilities that seat 0 wins, the one that the seat to act prefers. */
export const betterOf = (one: number, other: number, { toAct }: MatchState): number =>
  toAct === 0 ? Math.max(one, other) : Math.min(one, other)

/** Choices of what an action has just earned. Any of them may end the match, as the sixth symbol does. */
const EARNED: ReadonlySet<StepKind> = new Set(['progress-token', 'library-choice', 'revive'])

/**
 * An evaluation of the states after the actions of one decision, each after the choice of what its seat to act has just
 * earned: before that choice, the evaluation does not see what it brings. The choice that is best after the first action
 * that earns one is made after the others, too. With the Senate hardly any match ends by science, and the search did
 * better without this.
 */
export function settling(evaluate: Evaluation): Evaluation {
  const chosen = new Map<StepKind, number>()
  return function settled(state) {
    const step = state.stack.at(-1)
    if (state.result || state.senate || !step || !EARNED.has(step.kind)) return evaluate(state)
    const choices = new Choices(state)
    const actions = legalActions(state, choices)
    const valueOf = (action: Action): number => settled(foresee(state, action, choices).state)
    const known = chosen.get(step.kind)
    const again = actions.find((action) => keyOf(action) === known)
    if (again) return valueOf(again)
    const values = actions.map(valueOf)
    const best = values.reduce((one, other) => betterOf(one, other, state))
    chosen.set(step.kind, keyOf(actions[values.indexOf(best)]!))
    return best
  }
}
