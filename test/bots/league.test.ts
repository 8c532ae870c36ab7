/** The league: fair games, and ratings that follow from their results. */
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../scripts/bots/league/arguments.ts'
import { contenders, EARLIER_MASTER } from '../../scripts/bots/league/contenders.ts'
import { ratingsOf } from '../../scripts/bots/league/elo.ts'
import { play } from '../../scripts/bots/league/game.ts'
import { byHabit } from '../../scripts/bots/league/habits.ts'
import { Schedule } from '../../scripts/bots/league/schedule.ts'
import { SequentialTest } from '../../scripts/bots/league/sprt.ts'
import type { Fixture, Report } from '../../scripts/bots/league/worker.ts'
import * as bots from '../../src/bots/index.ts'
import { emptyNetwork, LEVELS, networkEvaluation, Random } from '../../src/bots/index.ts'
import { intervalOf } from '../../src/history/statistics/interval.ts'
import { GAME_KIND_IDS, matchOptions } from '../../src/protocol/index.ts'
import type { Action, BuildingId, MatchOptions, MatchState, Seat } from '../../src/rules/index.ts'
import { BUILDINGS, deal, legalActions, reduce, start } from '../../src/rules/index.ts'
import { seededRandom } from '../support/random.ts'

describe('ratings', () => {
  const elo = (points: number, games: number): number[] =>
    ratingsOf([{ players: ['one', 'other'], points, games }]).map((rating) => rating.elo)

  it('are equal for equal results, and 191 points apart for three wins in four of many games', () => {
    expect(elo(50, 100)[0]).toBeCloseTo(0)
    const [first, second] = elo(7_500, 10_000)
    expect(first! - second!).toBeCloseTo(190.8, 0)
  })

  it('put players in order who have not met, and have narrower intervals after more games', () => {
    const encounters = (games: number) => [
      { players: ['a', 'b'] as const, points: 0.8 * games, games },
      { players: ['b', 'c'] as const, points: 0.8 * games, games },
    ]
    const [few, many] = [ratingsOf(encounters(10)), ratingsOf(encounters(1000))]
    expect(many.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(many[0]!.interval).toBeLessThan(few[0]!.interval / 5)
  })

  it('are finite for a player that always wins', () => {
    expect(elo(20, 20).every(Number.isFinite)).toBe(true)
  })
})

it('the interval of a share of points contains the share and narrows with more games', () => {
  const [low, high] = intervalOf(75, 100)
  expect(low).toBeCloseTo(0.657, 3)
  expect(high).toBeCloseTo(0.825, 3)
  const [narrowLow, narrowHigh] = intervalOf(7_500, 10_000)
  expect(narrowLow).toBeGreaterThan(low)
  expect(narrowHigh).toBeLessThan(high)
  const [surely, atMost] = intervalOf(20, 20)
  expect(surely).toBeGreaterThan(0.8)
  expect(surely).toBeLessThan(1)
  expect(atMost).toBeCloseTo(1)
})

const OPTIONS = matchOptions('agora-pantheon')
const FOR_EVER = { worlds: Infinity, ms: Infinity }

it('a game of the league is the same for the same seed', () => {
  const { random } = contenders(OPTIONS, FOR_EVER)
  const [one, two] = [
    play(OPTIONS, 'same', [random!, random!], Infinity),
    play(OPTIONS, 'same', [random!, random!], Infinity),
  ]
  expect(one.result).toEqual(two.result)
  expect(one.thought.map(({ decisions }) => decisions)).toEqual(two.thought.map(({ decisions }) => decisions))
})

it('no contender samples more worlds than it is told', () => {
  for (const ms of [Infinity, 100]) {
    const all = Object.values(contenders(OPTIONS, { worlds: 3, ms }))
    for (const { samples } of all) expect(samples).toBeLessThanOrEqual(3)
  }
})

it('the searches get as many worlds as the best level has, or as many as the time allows', () => {
  for (const [ms, worlds] of [
    [Infinity, LEVELS.master.samples],
    [100, Infinity],
  ] as const) {
    const { 'monte-carlo': plain, master, club } = contenders(OPTIONS, { worlds: Infinity, ms })
    expect([plain!.samples, master!.samples, club!.samples]).toEqual([worlds, worlds, LEVELS.club.samples])
  }
})

it('play-outs by habits take every kind of game to its end, and like resources in Age I', () => {
  for (const kind of GAME_KIND_IDS) {
    const options = matchOptions(kind)
    for (let game = 0; game < 20; game += 1) {
      const random = new Random(`${kind} ${game}`)
      const choose = byHabit(random)
      let state = start(options, deal(`habits ${game}`, options))
      while (state.toAct !== null) {
        const actions = legalActions(state)
        const action = choose(state, actions)
        expect(actions).toContain(action)
        const colors = actions.map((each) => colorBuilt(state, each))
        const isFirst = state.age === 1 && colors.some((color) => RESOURCES.includes(color))
        if (isFirst) expect([...RESOURCES, 'green', WONDER]).toContain(colorBuilt(state, action))
        state = reduce(state, action).state
      }
    }
  }
})

const RESOURCES: readonly unknown[] = ['brown', 'grey', 'yellow']
const WONDER = 'a wonder'

function colorBuilt({ structure }: MatchState, action: Action): string | undefined {
  if (action.type === 'construct-wonder') return WONDER
  return action.type === 'construct-building' ? BUILDINGS[structure[action.slot] as BuildingId].color : undefined
}

it('an earlier master plays by what its build has learned', () => {
  const present = { bots, evaluationFor: () => networkEvaluation(emptyNetwork(2)) }
  const asked: MatchOptions[] = []
  const earlier = {
    bots,
    evaluationFor: (options: MatchOptions) => {
      asked.push(options)
      return networkEvaluation(emptyNetwork(1))
    },
  }
  expect(contenders(OPTIONS, FOR_EVER, null, present)).not.toHaveProperty(EARLIER_MASTER)
  const all = contenders(OPTIONS, FOR_EVER, earlier, present)
  expect(asked).toEqual([OPTIONS])
  expect(all[EARLIER_MASTER]!.samples).toBe(all.master!.samples)
})

describe('a sequential test', () => {
  /** How many of many tests find that a player is better by 60 Elo rather than by 0, and how many deals they take. */
  function tests(elo: number): { better: number; deals: number } {
    const random = seededRandom(elo + 1)
    const chance = 1 / (1 + 10 ** (-elo / 400))
    let [better, deals] = [0, 0]
    for (let each = 0; each < TESTS; each += 1) {
      const test = new SequentialTest(0, 60)
      for (; test.verdict === null; deals += 1) {
        test.add((Number(random() < chance) + Number(random() < chance)) / 2)
      }
      better += Number(test.verdict === 'better')
    }
    return { better: better / TESTS, deals: deals / TESTS }
  }
  const TESTS = 400

  it('finds the better player, and is rarely wrong', () => {
    const [equal, stronger] = [tests(0), tests(60)]
    expect(equal.better).toBeLessThan(0.1)
    expect(stronger.better).toBeGreaterThan(0.9)
  })

  it('takes fewer deals the clearer it is', () => {
    expect(tests(200).deals).toBeLessThan(tests(60).deals / 2)
    expect(tests(200).better).toBe(1)
  })
})

describe('the games of the league', () => {
  const common = { kind: 'base', allowed: FOR_EVER } as const
  const pairs = [
    { names: ['club', 'master'], deals: 2 },
    { names: ['random', 'master'], deals: 1 },
  ] as const
  const won = (by: string, { names }: Fixture): Report['result'] => ({
    by: 'civilian',
    winner: names.indexOf(by) as Seat,
  })

  it('are every deal of every pair, with the seats both ways', () => {
    const schedule = new Schedule(common, 'seed', pairs, null)
    const games = [...all(schedule)].map(({ names, seed }) => `${names.join()} ${seed}`)
    expect(games).toEqual([
      'club,master seed base 0',
      'master,club seed base 0',
      'random,master seed base 0',
      'master,random seed base 0',
      'club,master seed base 1',
      'master,club seed base 1',
    ])
  })

  it('of a pair end when its test is decided', () => {
    const schedule = new Schedule(common, 'seed', [{ names: ['club', 'master'], deals: 1000 }], [0, 30])
    let games = 0
    for (const fixture of all(schedule)) {
      games += 1
      schedule.take({ ...fixture, result: won('club', fixture), thought: NO_THOUGHT })
    }
    expect(games).toBeLessThan(200)
    expect(schedule.verdicts()).toMatchObject([{ names: ['club', 'master'], verdict: 'better' }])
  })
})

function* all(schedule: Schedule): Generator<Fixture> {
  for (let fixture = schedule.next(); fixture; fixture = schedule.next()) yield fixture
}

const NO_THOUGHT: Report['thought'] = [
  { ms: 0, decisions: 0 },
  { ms: 0, decisions: 0 },
]

it.each([
  ['--pairs', 'club:nobody'],
  ['--sprt', '30:0'],
  ['--sprt', '30'],
  ['--seconds', '0'],
  ['--kind', 'chess'],
])('the league refuses %s %s', (...args) => {
  expect(readArguments(args)).toBeNull()
})
