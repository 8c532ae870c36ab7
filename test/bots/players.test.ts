/** Players that are programs: what they may not know makes no difference, and the better ones win. */
import { describe, expect, it } from 'vitest'
import {
  FEATURES, Random, featuresOf, fit, greedy, linearEvaluation, phaseOf, search, uniform,
} from '../../src/bots/index.ts'
import type { Evaluation, Example, Player } from '../../src/bots/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { redeal } from '../rules/support/redeal.ts'
import { Random as TestRandom } from '../rules/support/random.ts'
import { randomHistory, replay } from '../rules/support/history.ts'
import type { History } from '../rules/support/history.ts'
import { isLegal } from './legal.ts'
import { BOX_NAMES, SEATS, watch } from './support.ts'
import type { Seen } from './support.ts'

/** Weights that are good enough to tell positions apart. */
const WEIGHTS = Array.from({ length: 6 }, () => FEATURES.map((name) => (name.includes(':') ? 0.05 : 0.1)))
const evaluate: Evaluation = linearEvaluation(WEIGHTS)

const PLAYERS: Readonly<Record<string, [Player, number]>> = {
  uniform: [uniform, 1],
  greedy: [greedy(evaluate), 2],
  search: [search(evaluate), 12],
  'plain Monte Carlo tree search': [search(null), 2],
}

/** What a seat has seen and knows after some actions. */
function at(history: History, seat: 0 | 1, moment: number): Seen {
  let version = 0
  for (const seen of watch(history, seat)) if (version++ === moment) return seen
  throw new Error('the match is shorter')
}

const decisionOf = (player: Player, samples: number, { known, seen }: Seen): object =>
  player.decide(seen, known, new Random('the same'), { samples, isOver: () => false })

describe.each(BOX_NAMES)('in %s games', (box) => {
  it('a decision does not change when all that the seat may not know is dealt anew', () => {
    const random = new TestRandom(`other truths, ${box}`)
    for (let game = 0; game < 2; game++) {
      const one = randomHistory(`players, ${box} game ${game}`, box)
      for (const viewer of SEATS) {
        const moments = one.states.flatMap(({ toAct }, moment) => (toAct === viewer ? [moment] : []))
        const moment = random.pick(moments)
        const { deal, actions } = redeal({ history: one, moment, viewer }, random)
        const two = replay(one.options, deal, actions)
        const [here, there] = [at(one, viewer, moment), at(two, viewer, moment)]
        for (const [name, [player, samples]] of Object.entries(PLAYERS)) {
          const decision = decisionOf(player, samples, here)
          expect(decisionOf(player, samples, there), `${name}, ${moment}`).toEqual(decision)
          expect(isLegal(here.truth, decision)).toBe(true)
        }
      }
    }
  })
})

it('a search finds a win in one', () => {
  let found = 0
  for (let game = 0; game < 40 && found < 3; game++) {
    const history = randomHistory(`win in one ${game}`, 'base')
    const last = history.states.at(-2)!
    const { result } = history.states.at(-1)!
    if (result!.by !== 'military' && result!.by !== 'science') continue
    const seen = at(history, last.toAct!, history.states.length - 2)
    const action = decisionOf(search(evaluate), 60, seen)
    const actions = [...history.actions.slice(0, -1), action as Action]
    const { result: reached } = replay(history.options, history.deal, actions).states.at(-1)!
    expect(reached?.winner).toBe(result!.winner)
    found++
  }
  expect(found).toBeGreaterThan(0)
})

it('the regression finds weights that made the outcomes', () => {
  const random = new Random('examples')
  const { states } = randomHistory('examples', 'base')
  const examples = Array.from({ length: 600 }, (): Example => {
    const state = random.pick(states)
    const features = featuresOf(state).map(() => random.fraction() - 0.5)
    const chance = 1 / (1 + Math.exp(-(4 * features[0]! - 2 * features[1]!)))
    return { phase: phaseOf(state), features, outcome: random.fraction() < chance ? 1 : 0 }
  })
  const [row] = fit(examples, 'regression')
  expect(row![0]).toBeGreaterThan(1)
  expect(row![1]).toBeLessThan(-0.3)
})

it('features are differences: for the same cities they are nothing, and they change sides with them', () => {
  const { states } = randomHistory('features', 'agora-pantheon')
  expect([...featuresOf(states[0]!)].filter(Boolean)).toHaveLength(1)
  const state = states.at(-20)!
  const swapped = { ...state, cities: [state.cities[1], state.cities[0]] as typeof state.cities, pawn: -state.pawn }
  const senate = state.senate && { ...state.senate, cubes: state.senate.cubes.map(([a, b]) => [b, a] as const) }
  const other = featuresOf({ ...swapped, senate, toAct: state.toAct === 0 ? 1 : 0 })
  expect([...other].map((value) => -value + 0)).toEqual([...featuresOf(state)].map((value) => value + 0))
})
