import type { Network } from '../../../src/bots/index.ts'
import { FEATURES, featuresOf, logitOf, Random, unitsOf, valueOfResult } from '../../../src/bots/index.ts'
import type { Action, MatchOptions, MatchState, Seat } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import type { SelfPlayGame } from './record.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.08
/** The logit of a position that is won. */
const WON = 100

/**
 * How the players of self-play differ from the evaluation: what they add to a logit for each unit of a feature of their
 * own. Without them hardly any game shows what a strategy is worth that the evaluation does not know yet.
 */
const STYLES: readonly Readonly<Record<string, number>>[] = [
  {},
  {},
  {},
  { symbols: 0.4, 'symbols-5': 0.4 },
  { symbols: 0.9, 'symbols-4': 0.5, 'symbols-5': 0.5, 'symbols-to-come': 0.2 },
  { pawn: 0.25 },
  { cubes: 0.1, chambers: 0.4 },
]
type Style = readonly (readonly [index: number, bonus: number])[]

const styleOf = (row: Readonly<Record<string, number>>): Style =>
  Object.entries(row).map(([name, bonus]) => [FEATURES.indexOf(name), bonus] as const)

/** @returns the number of the action. */
function pick(
  state: MatchState,
  legal: readonly Action[],
  seat: Seat,
  network: Network,
  style: Style,
  sums: Float64Array,
): number {
  const sign = seat === 0 ? 1 : -1
  let [best, highest] = [0, -Infinity]
  for (const [number, action] of legal.entries()) {
    const next = reduce(state, action).state
    const ended = valueOfResult(next)
    const features = featuresOf(next)
    const logit = ended === null ? logitOf(network, features, sums) : WON * (2 * ended - 1)
    const value = style.reduce((sum, [index, bonus]) => sum + bonus * features[seat][index]!, sign * logit)
    if (value > highest) [best, highest] = [number, value]
  }
  return best
}

/**
 * A game in which both players look one action ahead, in the true state, each with a style of its own.
 * @param network null for a game of random actions.
 */
export function playOneAhead(options: MatchOptions, name: string, network: Network | null): SelfPlayGame {
  const random = new Random(name)
  const styles = [styleOf(random.pick(STYLES)), styleOf(random.pick(STYLES))] as const
  const sums = network ? unitsOf(network) : new Float64Array()
  const actions: number[] = []
  let state = start(options, deal(name, options))
  while (state.toAct !== null) {
    const legal = legalActions(state)
    const number =
      !network || random.fraction() < AT_RANDOM
        ? random.below(legal.length)
        : pick(state, legal, state.toAct, network, styles[state.toAct], sums)
    actions.push(number)
    state = reduce(state, legal[number]!).state
  }
  return { name, actions, searched: actions.map(() => null) }
}
