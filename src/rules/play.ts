import type { MatchEvent } from './events.ts'
import type { MatchState, Step } from './state.ts'

/**
 * One action being resolved: the state that is to become the next one, and what has happened so far.
 * `state`, its two cities and its senate belong to the play and may be assigned to; every list is a value and is replaced.
 */
export interface Play {
  readonly state: MatchState
  readonly events: MatchEvent[]
}

/** Begins to resolve an action: the given state will not be changed. */
export function openPlay(state: MatchState): Play {
  const next = { ...state }
  next.cities = [{ ...state.cities[0] }, { ...state.cities[1] }]
  if (next.senate) next.senate = { ...next.senate }
  return { state: next, events: [] }
}

/** Puts steps on the stack so that the first of them is resolved first. */
export function push({ state }: Play, ...steps: readonly Step[]): void {
  if (steps.length > 0) state.stack = [...state.stack, ...steps.toReversed()]
}

export const withoutItem = <T>(items: readonly T[], item: T): T[] => {
  const index = items.indexOf(item)
  return items.filter((_, i) => i !== index)
}
