import type { Considered } from '../../../src/bots/index.ts'
import { consider, mostVisited, networkEvaluation, Random } from '../../../src/bots/index.ts'
import type { Action, MatchOptions, Seat } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import { knownAtStart, showBoth } from '../both-seats.ts'
import type { SelfPlayGame, Tried } from './record.ts'
import { numberOf } from './record.ts'
import type { Style } from './styles.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.1

/**
 * A game in which both players search, as the levels do. What the search of a player with a liking judges is not kept: it
 * is not what the position is worth.
 * @param styles of which each player draws one.
 * @param worlds that a player samples for a decision.
 */
export function playSearched(
  options: MatchOptions,
  name: string,
  styles: readonly Style[],
  worlds: number,
): SelfPlayGame {
  const random = new Random(name)
  const players = [random.pick(styles), random.pick(styles)].map(({ network, isPlain }) => ({
    evaluate: networkEvaluation(network),
    isPlain,
  }))
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
      const { evaluate, isPlain } = players[seat]!
      const considered = consider(evaluate, known[seat], random, budget)
      if (isPlain) tried = triedOf(considered, seat, legal)
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

/** What a search has found about the actions that it has tried. */
const triedOf = (considered: readonly Considered[], seat: Seat, legal: readonly Action[]): Tried[] =>
  considered
    .filter(({ visits }) => visits > 0)
    .map(({ action, chance, visits }) => {
      const first = seat === 0 ? chance : 1 - chance
      return [numberOf(action, legal), Math.round(1000 * first), visits]
    })
