import type { ActionInput } from './actions.ts'
import { Choices } from './choices.ts'
import type { MatchEvent } from './events.ts'
import { check, refuse } from './legal.ts'
import { openDecision } from './open-decision.ts'
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
  const play = openPlay(state)
  pop(play.state)
  open.decision.apply(play, open.step, action, choices.prices)
  resolveSteps(play)
  return play
}
