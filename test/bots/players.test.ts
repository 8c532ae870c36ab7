/** Players that are programs, and the network by which they judge positions. */
import { describe, expect, it } from 'vitest'
import type { Evaluation, Features, Player } from '../../src/bots/index.ts'
import {
  consider,
  emptyNetwork,
  Examples,
  FEATURES,
  featuresOf,
  learn,
  logitOf,
  networkEvaluation,
  Random,
  search,
  together,
  unitsOf,
} from '../../src/bots/index.ts'
import { actionsOf } from '../../src/bots/players/player.ts'
import { settling } from '../../src/bots/players/settled.ts'
import type { Action, MatchState, Seat } from '../../src/rules/index.ts'
import { legalActions, reduce } from '../../src/rules/index.ts'
import { randomHistory, replay } from '../rules/support/history.ts'
import type { Seen } from './support.ts'
import { BOX_NAMES, seenAt, watch } from './support.ts'

/** Weights that are good enough to tell positions apart. */
const NETWORK = emptyNetwork(1)
NETWORK.direct.set(FEATURES.map((name) => (name.includes(':') ? 0.05 : 0.1)))
const evaluate: Evaluation = networkEvaluation(NETWORK)

const decisionOf = (player: Player, samples: number, { known, seen }: Seen): object =>
  player.decide(seen, known, new Random('the same'), { samples, isOver: () => false })

it('a search finds a win in one', () => {
  let found = 0
  for (let game = 0; game < 40 && found < 3; game++) {
    const history = randomHistory(`win in one ${game}`, 'base')
    const last = history.states.at(-2)!
    const { result } = history.states.at(-1)!
    if (result!.by !== 'military' && result!.by !== 'science') continue
    const seen = seenAt(history, last.toAct!, history.states.length - 2)
    const action = decisionOf(search({ evaluate }), 60, seen)
    const actions = [...history.actions.slice(0, -1), action as Action]
    const { result: reached } = replay(history.options, history.deal, actions).states.at(-1)!
    expect(reached?.winner).toBe(result!.winner)
    found++
  }
  expect(found).toBeGreaterThan(0)
})

/** Random games whose last action takes Law as the sixth symbol: for a pair, and from the Great Library. */
const WON_BY_A_TOKEN = ['token 4238', 'token 13410']

it.each(WON_BY_A_TOKEN)('a search sees what an action earns before it is chosen (%s)', (name) => {
  const history = randomHistory(name, 'base')
  const { states, actions } = history
  expect(actions.at(-1)).toEqual({ type: 'choose-progress-token', token: 'law' })
  const [{ winner }, before] = [states.at(-1)!.result!, states.at(-3)!]
  expect(settling(evaluate)(states.at(-2)!)).toBe(1 - winner!)
  const seen = seenAt(history, before.toAct!, states.length - 3)
  expect(decisionOf(search({ evaluate }), 2, seen)).toEqual(actions.at(-2))
})

/** The values of a state, with no Senate, after each choice of what its seat has earned; none if it has earned nothing. */
function valuesOfEarned(state: MatchState): Map<string, number> {
  const isEarned = ['progress-token', 'library-choice', 'revive'].includes(state.stack.at(-1)?.kind ?? '')
  if (state.result || state.senate || !isEarned) return new Map()
  const after = (action: Action): number => valueAfter(reduce(state, action).state)
  return new Map(legalActions(state).map((action) => [JSON.stringify(action), after(action)]))
}

/** The value of a state after the best choice of what its seat has earned. */
function valueAfter(state: MatchState): number {
  const values = [...valuesOfEarned(state).values()]
  if (values.length === 0) return evaluate(state)
  return state.toAct === 0 ? Math.max(...values) : Math.min(...values)
}

it('without the Senate, a state is evaluated after the best choice of what its seat has earned', () => {
  let earned = 0
  for (const box of BOX_NAMES) {
    for (const state of randomHistory(`earned ${box}`, box).states) {
      if (valuesOfEarned(state).size > 0) earned++
      expect(settling(evaluate)(state)).toBeCloseTo(valueAfter(state), 12)
    }
  }
  expect(earned).toBeGreaterThan(2)
})

it('what is best after one action of a decision is chosen after the others, too', () => {
  let chosenAgain = 0
  for (let game = 0; chosenAgain < 3; game++) {
    for (const state of randomHistory(`chosen ${game}`, 'base').states) {
      const judge = settling(evaluate)
      let chosen: string | undefined
      for (const action of state.toAct === null ? [] : legalActions(state)) {
        const after = reduce(state, action).state
        if (after.stack.at(-1)?.kind !== 'library-choice') continue
        const values = valuesOfEarned(after)
        const value = judge(after)
        if (chosen !== undefined) chosenAgain++
        expect(value).toBeCloseTo(chosen === undefined ? valueAfter(after) : values.get(chosen)!, 12)
        chosen ??= [...values].find(([, each]) => Math.abs(each - value) < 1e-12)![0]
      }
    }
  }
})

it('a search that is decided early decides as with its whole budget', () => {
  const random = new Random('early')
  const samples = 200
  let [asked, early] = [0, 0]
  for (const box of BOX_NAMES) {
    const history = randomHistory(`early ${box}`, box)
    for (const { known, seen, truth } of watch(history, 0)) {
      if (truth.toAct !== 0 || random.below(16) > 0 || actionsOf(seen.legal!).length === 1) continue
      const whole = consider(evaluate, known, new Random('the same'), { samples, isOver: () => false })
      const best = whole.reduce((one, other) => (other.visits + other.chance > one.visits + one.chance ? other : one))
      let simulations = 0
      const budget = { samples, isOver: () => ++simulations >= samples }
      expect(search({ evaluate }).decide(seen, known, new Random('the same'), budget)).toEqual(best.action)
      asked++
      if (simulations < samples) early++
    }
  }
  expect(asked).toBeGreaterThan(5)
  expect(early).toBeGreaterThan(0)
})

describe('several searches of a decision together', () => {
  const [one, other, third] = ['pyramids', 'sphinx', 'colossus'].map(
    (wonder) => ({ type: 'draft-wonder', wonder }) as Action,
  ) as [Action, Action, Action]

  it('have all visits, and the chances of each action by what they rest on', () => {
    const found = together([
      [
        { action: one, chance: 0.2, visits: 28 },
        { action: other, chance: 0.5, visits: 0 },
      ],
      [
        { action: other, chance: 0.7, visits: 0 },
        { action: one, chance: 0.6, visits: 8 },
        { action: third, chance: 0.9, visits: 5 },
      ],
      [],
    ])
    expect(found.map(({ action, visits }) => [action, visits])).toEqual([
      [one, 36],
      [other, 0],
      [third, 5],
    ])
    expect(found.map(({ chance }) => Math.round(100 * chance))).toEqual([30, 60, 90])
  })

  it('say of one search what it says', () => {
    const { known } = seenAt(randomHistory('together', 'base'), 0, 12)
    const found = consider(evaluate, known, new Random('the same'), { samples: 20, isOver: () => false })
    expect(together([found, []])).toEqual(found)
  })
})

describe('the network', () => {
  const { states } = randomHistory('examples', 'agora-pantheon')

  it('learns what made the outcomes, also where two features count only together', () => {
    const random = new Random('examples')
    const [one, other] = [FEATURES.indexOf('blue'), FEATURES.indexOf('coins')]
    const examples = new Examples()
    for (let number = 0; number < 3_000; number++) {
      const rows = [0, 1].map(() => Float64Array.from(FEATURES, () => 0)) as [Float64Array, Float64Array]
      for (const row of rows) for (const index of [one, other]) row[index] = random.below(2)
      const worth = (row: Float64Array): number => row[one]! * row[other]!
      const [first, second] = rows.map(worth) as [number, number]
      examples.add(rows, first === second ? random.below(2) : first > second ? 1 : 0)
    }
    const network = learn(examples, { units: 8, epochs: 20, seed: 'learning' })
    const logit = (mine: readonly number[], theirs: readonly number[]): number => {
      const rows = [mine, theirs].map((on) => Float64Array.from(FEATURES, (_, index) => (on.includes(index) ? 1 : 0)))
      return logitOf(network, rows as unknown as Features, unitsOf(network))
    }
    const [both, single] = [logit([one, other], [one]), logit([one], [])]
    expect(both).toBeGreaterThan(1)
    expect(Math.abs(single)).toBeLessThan(both / 2)
  })

  it('has smaller weights the more strongly they are pulled towards 0', () => {
    const examples = new Examples()
    for (const state of states.slice(0, -1)) examples.add(featuresOf(state), 0.25 + 0.5 * (1 - state.turnOf))
    const sizes = [0, 0.3, 30].map((decay) => {
      const { direct, hidden, output } = learn(examples, { units: 2, epochs: 3, decay, seed: 'decay' })
      return [direct, hidden, output].flatMap((list) => [...list]).reduce((sum, weight) => sum + weight * weight, 0)
    })
    expect(sizes[0]).toBeGreaterThan(sizes[1]!)
    expect(sizes[1]).toBeGreaterThan(sizes[2]!)
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
    const militaryTokens = [state.militaryTokens[1], state.militaryTokens[0]] as const
    const otherSeat = (seat: Seat | null): Seat => (seat === 0 ? 1 : 0)
    const [toAct, turnOf] = [otherSeat(state.toAct), otherSeat(state.turnOf)]
    const stack = state.stack.map((step) => ('seat' in step ? { ...step, seat: otherSeat(step.seat) } : step))
    const swapped = {
      ...state,
      cities,
      militaryTokens,
      pawn: -state.pawn,
      senate,
      toAct,
      turnOf,
      stack,
    } as typeof state
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

  it('counts what a seat has the coins for as the rules do', () => {
    const at = (name: string): number => FEATURES.indexOf(name)
    for (const box of BOX_NAMES) {
      let turns = 0
      const games = Array.from({ length: 8 }, (_, game) => randomHistory(`affordable ${box} ${game}`, box))
      for (const state of games.flatMap((game) => game.states.slice(0, -1))) {
        const actions = legalActions(state)
        if (!actions.some(({ type }) => type === 'discard-card')) continue
        const row = featuresOf(state)[state.toAct!]
        const slots = new Set(actions.flatMap((action) => (action.type === 'construct-building' ? action.slot : [])))
        const wonders = new Set(actions.flatMap((action) => (action.type === 'construct-wonder' ? action.wonder : [])))
        expect(row[at('open-affordable')]).toBe(slots.size)
        expect(row[at('wonders-affordable')]).toBe(wonders.size)
        turns++
      }
      expect(turns).toBeGreaterThan(200)
    }
  })
})
