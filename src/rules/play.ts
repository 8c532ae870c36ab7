import type { MatchEvent } from './events.ts'
import type { MatchState, Step } from './state.ts'

/**
 * An action that is being resolved: the state that becomes the next one, and the events so far. The play owns `state`,
 * its two cities, its senate and what Pantheon adds, and may assign to their fields. Lists are values: a change
 * replaces them.
 */
export interface Play {
  readonly state: MatchState
  readonly events: MatchEvent[]
}

/** Begins to resolve an action. The given state is not changed. */
export function openPlay(state: MatchState): Play {
  const next = { ...state }
  next.cities = [{ ...state.cities[0] }, { ...state.cities[1] }]
  if (next.senate) next.senate = { ...next.senate }
  if (next.pantheon) {
    next.pantheon = { ...next.pantheon }
    for (const city of next.cities) city.pantheon = { ...city.pantheon! }
  }
  return { state: next, events: [] }
}

/** Pushes steps so that the first one given is resolved first. */
export function push({ state }: Play, ...steps: readonly Step[]): void {
  if (steps.length > 0) state.stack = [...state.stack, ...steps.toReversed()]
}

export const withoutItem = <T>(items: readonly T[], item: T): T[] => {
  const index = items.indexOf(item)
  return items.filter((_, i) => i !== index)
}
