import { keyOf } from '../../../src/bots/index.ts'
import type { Action, MatchState } from '../../../src/rules/index.ts'
import { legalActions, reduce } from '../../../src/rules/index.ts'

/** A game of self-play: its deal follows from its name. Whoever knows the rules can play it again. */
export interface SelfPlayGame {
  name: string
  /** The number of each action among those that were legal. */
  actions: readonly number[]
  /** What a search found at each decision; null where there was nothing to decide, or no search. */
  searched: readonly (readonly Tried[] | null)[]
}

/** An action that a search has tried: its number, the chance of seat 0 after it (thousandths), and its visits. */
export type Tried = readonly [action: number, chance: number, visits: number]

/** The number of an action among those that are legal. */
export function numberOf(action: Action, legal: readonly Action[]): number {
  const key = keyOf(action)
  return legal.findIndex((each) => keyOf(each) === key)
}

/** A decision of a game: the state, what was legal, and what followed. */
export interface Step {
  state: MatchState
  legal: readonly Action[]
  next: MatchState
}

/** Plays a game again, decision by decision. */
export function* stepsOf(first: MatchState, { actions }: SelfPlayGame): Generator<Step> {
  let state = first
  for (const number of actions) {
    const legal = legalActions(state)
    const { state: next } = reduce(state, legal[number]!)
    yield { state, legal, next }
    state = next
  }
}
