import type { Action, ActionInput } from './actions.ts'
import { Choices } from './choices.ts'
import type { MatchEvent } from './events.ts'
import { check, refuse } from './legal.ts'
import type { OpenDecision } from './open-decision.ts'
import { openDecision } from './open-decision.ts'
import type { Play } from './play.ts'
import { openPlay } from './play.ts'
import { pop, resolveSteps } from './resolve-steps.ts'
import type { MatchState } from './state.ts'

/** What an action did. */
export interface Reduction {
  state: MatchState
  events: MatchEvent[]
}

/**
 * The state after an action of the seat to act, and the events (base.md §4.3). The given state is not changed.
 * @param choices those of the state: what they know already is not computed again.
 * @throws RuleViolation if the action is not legal.
 */
export function reduce(state: MatchState, action: ActionInput, choices = new Choices(state)): Reduction {
  const open = openDecision(state)
  if (!open) throw refuse('match-over')
  check(state, open.step, open.decision, action, choices)
  return resolve(openPlay(state, true), open, action, choices)
}

/**
 * The same for an action of `legalActions`, which is not checked again. The prices in the events have no parts: only
 * what a match is told of has to be explained.
 */
export function foresee(state: MatchState, action: Action, choices: Choices): Reduction {
  return resolve(openPlay(state, false), openDecision(state)!, action, choices)
}

function resolve(play: Play, { step, decision }: OpenDecision, action: Action, { prices }: Choices): Reduction {
  pop(play.state)
  decision.apply(play, step, action, prices)
  resolveSteps(play)
  return play
}
