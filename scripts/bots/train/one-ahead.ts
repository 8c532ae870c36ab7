import type { Example, Network } from '../../../src/bots/index.ts'
import { FEATURES, featuresOf, logitOf, Random, unitsOf, valueOfResult } from '../../../src/bots/index.ts'
import type { Action, MatchOptions, MatchState, Seat } from '../../../src/rules/index.ts'
import { deal, legalActions, reduce, start } from '../../../src/rules/index.ts'
import type { TrainingGame } from './game.ts'

/** How often a player picks any action, so that unusual positions occur. */
const AT_RANDOM = 0.08
/** Of how many positions one is an example: those of a game are much alike. */
const ONE_OF = 3
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

function pick(state: MatchState, seat: Seat, network: Network, style: Style, sums: Float64Array): Action {
  const sign = seat === 0 ? 1 : -1
  const actions = legalActions(state)
  let [best, highest] = [actions[0]!, -Infinity]
  for (const action of actions) {
    const next = reduce(state, action).state
    const ended = valueOfResult(next)
    const features = featuresOf(next)
    const logit = ended === null ? logitOf(network, features, sums) : WON * (2 * ended - 1)
    const value = style.reduce((sum, [index, bonus]) => sum + bonus * features[seat][index]!, sign * logit)
    if (value > highest) [best, highest] = [action, value]
  }
  return best
}

/**
 * A game in which both players look one action ahead, in the true state, each with a style of its own. Its examples are
 * positions with the outcome of the game.
 * @param network null for a game of random actions.
 */
export function playOneAhead(options: MatchOptions, name: string, network: Network | null): TrainingGame {
  const random = new Random(name)
  const styles = [styleOf(random.pick(STYLES)), styleOf(random.pick(STYLES))] as const
  const sums = network ? unitsOf(network) : new Float64Array()
  const positions: Example['features'][] = []
  let state = start(options, deal(name, options))
  while (state.toAct !== null) {
    if (random.below(ONE_OF) === 0) positions.push(featuresOf(state))
    const action =
      !network || random.fraction() < AT_RANDOM
        ? random.pick(legalActions(state))
        : pick(state, state.toAct, network, styles[state.toAct], sums)
    state = reduce(state, action).state
  }
  const outcome = valueOfResult(state)!
  return { ending: state.result!.by, examples: positions.map((features) => ({ features, outcome })) }
}
