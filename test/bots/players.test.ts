/** Players that are programs: what they may not know makes no difference, and the better ones win. */
import { describe, expect, it } from 'vitest'
import {
  FEATURES, Random, emptyNetwork, featuresOf, greedy, learn, logitOf, networkEvaluation, search, uniform, unitsOf,
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
const NETWORK = emptyNetwork(1)
NETWORK.direct.set(FEATURES.map((name) => (name.includes(':') ? 0.05 : 0.1)))
const evaluate: Evaluation = networkEvaluation(NETWORK)

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

describe('the network', () => {
  const { states } = randomHistory('examples', 'agora-pantheon')

  it('learns what made the outcomes, also where two features count only together', () => {
    const random = new Random('examples')
    const [one, other] = [FEATURES.indexOf('blue'), FEATURES.indexOf('coins')]
    const examples = Array.from({ length: 3_000 }, (): Example => {
      const rows = [0, 1].map(() => Float64Array.from(FEATURES, () => 0)) as [Float64Array, Float64Array]
      for (const row of rows) for (const index of [one, other]) row[index] = random.below(2)
      const worth = (row: Float64Array): number => row[one]! * row[other]!
      const [first, second] = rows.map(worth) as [number, number]
      return { features: rows, outcome: first === second ? random.below(2) : first > second ? 1 : 0 }
    })
    const network = learn(examples, { units: 8, epochs: 20, seed: 'learning' })
    const logit = (mine: readonly number[], theirs: readonly number[]): number => {
      const rows = [mine, theirs].map((on) => Float64Array.from(FEATURES, (_, index) => (on.includes(index) ? 1 : 0)))
      return logitOf(network, rows as unknown as Example['features'], unitsOf(network))
    }
    const [both, single] = [logit([one, other], [one]), logit([one], [])]
    expect(both).toBeGreaterThan(1)
    expect(Math.abs(single)).toBeLessThan(both / 2)
  })

  it('gives the seats the opposite logits, whatever its weights are', () => {
    const random = new Random('weights')
    const network = emptyNetwork(4)
    for (const weights of [network.direct, network.hidden, network.output]) {
      for (let index = 0; index < weights.length; index++) weights[index] = random.fraction() - 0.5
    }
    for (const state of states.slice(0, -1)) {
      const [first, second] = featuresOf(state)
      const sums = unitsOf(network)
      expect(logitOf(network, [second, first], sums)).toBeCloseTo(-logitOf(network, [first, second], sums), 8)
    }
  })

  it('has features of each seat that change sides with the cities', () => {
    const state = states.at(-20)!
    const senate = state.senate && { ...state.senate, cubes: state.senate.cubes.map(([a, b]) => [b, a] as const) }
    const cities = [state.cities[1], state.cities[0]] as typeof state.cities
    const swapped = { ...state, cities, pawn: -state.pawn, senate, toAct: state.toAct === 0 ? 1 : 0 } as typeof state
    const [first, second] = featuresOf(state)
    expect(featuresOf(swapped)).toEqual([second, first])
  })

  it('says what nobody can construct any more, and what may still come', () => {
    const at = (name: string): number => FEATURES.indexOf(name)
    for (const state of states.slice(0, -1)) {
      for (const row of featuresOf(state)) {
        const [symbols, toCome] = [row[at('symbols')]!, row[at('symbols-to-come')]!]
        expect(symbols + toCome).toBeLessThanOrEqual(7)
        expect(row[at('symbols-open')]!).toBeLessThanOrEqual(toCome)
        expect(row[at('science-possible')]).toBe(symbols + toCome >= 6 ? 1 : 0)
      }
    }
  })
})
