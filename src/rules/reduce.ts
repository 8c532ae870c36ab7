import type { Action } from './actions.ts'
import type { MatchEvent } from './events.ts'
import { check, openDecision, refuse } from './legal.ts'
import { openPlay } from './play.ts'
import { pop, settle } from './settle.ts'
import type { MatchState } from './state.ts'

/**
 * The match after an action of the seat to act, and what happened. The given state is not changed.
 * @throws RuleViolation if the action is not legal.
 */
export function reduce(state: MatchState, action: Action): { state: MatchState; events: MatchEvent[] } {
  const open = openDecision(state)
  if (!open) throw refuse('match-over')
  check(state, open.step, open.decision, action)
  const play = openPlay(state)
  pop(play.state)
  open.decision.apply(play, open.step, action)
  settle(play)
  return play
}
