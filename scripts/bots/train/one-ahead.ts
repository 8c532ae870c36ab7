import type { Network } from '../../../src/bots/index.ts'
import { featuresOf, logitOf, Random, unitsOf, valueOfResult } from '../../../src/bots/index.ts'
import type { Action, MatchOptions, MatchState, Seat } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import type { SelfPlayGame } from './record.ts'
import type { Style } from './styles.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.08
/** The logit of a position that is won. */
const WON = 100

/** @returns the number of the action. */
function pick(state: MatchState, legal: readonly Action[], seat: Seat, network: Network, sums: Float64Array): number {
  const sign = seat === 0 ? 1 : -1
  let [best, highest] = [0, -Infinity]
  for (const [number, action] of legal.entries()) {
    const next = reduce(state, action).state
    const ended = valueOfResult(next)
    const logit = ended === null ? logitOf(network, featuresOf(next), sums) : WON * (2 * ended - 1)
    if (sign * logit > highest) [best, highest] = [number, sign * logit]
  }
  return best
}

/**
 * A game in which both players look one action ahead, in the true state.
 * @param styles of which each player draws one; null for a game of random actions.
 */
export function playOneAhead(options: MatchOptions, name: string, styles: readonly Style[] | null): SelfPlayGame {
  const random = new Random(name)
  const networks = styles && ([random.pick(styles).network, random.pick(styles).network] as const)
  const sums = networks ? unitsOf(networks[0]) : new Float64Array()
  const actions: number[] = []
  let state = start(options, deal(name, options))
  while (state.toAct !== null) {
    const legal = legalActions(state)
    const number =
      !networks || random.fraction() < AT_RANDOM
        ? random.below(legal.length)
        : pick(state, legal, state.toAct, networks[state.toAct], sums)
    actions.push(number)
    state = reduce(state, legal[number]!).state
  }
  return { name, actions, searched: actions.map(() => null) }
}
