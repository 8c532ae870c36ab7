import type { Evaluation } from '../../../src/bots/index.ts'
import { consider, mostVisited, Random } from '../../../src/bots/index.ts'
import type { MatchOptions } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import { knownAtStart, showBoth } from '../both-seats.ts'
import type { SelfPlayGame, Tried } from './record.ts'
import { numberOf } from './record.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.1

/**
 * A game in which both players search, as the levels do.
 * @param worlds that a player samples for a decision.
 */
export function playSearched(options: MatchOptions, name: string, evaluate: Evaluation, worlds: number): SelfPlayGame {
  const random = new Random(name)
  const budget = { samples: worlds, isOver: () => false }
  const actions: number[] = []
  const searched: (Tried[] | null)[] = []
  let state = start(options, deal(name, options))
  const known = knownAtStart(options, state)
  while (state.toAct !== null) {
    const seat = state.toAct
    const legal = legalActions(state)
    let number = 0
    let tried: Tried[] | null = null
    if (legal.length > 1) {
      const considered = consider(evaluate, known[seat], random, budget)
      tried = considered
        .filter(({ visits }) => visits > 0)
        .map(({ action, chance, visits }) => {
          const first = seat === 0 ? chance : 1 - chance
          return [numberOf(action, legal), Math.round(1000 * first), visits]
        })
      const { action } = mostVisited(considered)
      number = random.fraction() < AT_RANDOM ? random.below(legal.length) : numberOf(action, legal)
    }
    actions.push(number)
    searched.push(tried)
    const next = reduce(state, legal[number]!)
    state = next.state
    if (!state.result) showBoth(known, next.events, state)
  }
  return { name, actions, searched }
}
