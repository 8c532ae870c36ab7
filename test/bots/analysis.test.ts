/** What a bot thinks of finished games: from what each seat knew, and with marks for what cost most. */
import { expect, it } from 'vitest'
import { markOf } from '../../src/bots/analysis/marks.ts'
import type { Considered, Evaluation, Judgement, Move, Scope } from '../../src/bots/index.ts'
import { advise, analyse, chancesOf, pooled, weigh } from '../../src/bots/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { legalActions, reduce, score } from '../../src/rules/index.ts'
import type { History } from '../rules/support/history.ts'
import { randomHistory, replay } from '../rules/support/history.ts'
import { Random } from '../rules/support/random.ts'
import { redeal } from '../rules/support/redeal.ts'
import { BOX_NAMES } from './support.ts'

const evaluate: Evaluation = (state) => {
  if (state.result) return state.result.winner === null ? 0.5 : 1 - state.result.winner
  const [first, second] = score(state)
  return 1 / (1 + Math.exp((second.total - first.total) / 10))
}
const SCOPE: Scope = { from: 0, samples: 12, alternatives: 3, seed: 'the same' }

const movesOf = ({ states, actions, events }: History): Move[] =>
  actions.map((action, index) => ({
    version: index,
    before: states[index]!,
    action,
    after: states[index + 1]!,
    events: events[index]!,
  }))
const judgementsOf = (history: History, scope: Partial<Scope> = {}): (Judgement | null)[] => [
  ...analyse(history.options, movesOf(history), evaluate, { ...SCOPE, ...scope }),
]

it('every decision with a choice is judged, in chances, with the best alternatives first', () => {
  const history = randomHistory('judged', 'agora-pantheon')
  const judged = judgementsOf(history, { samples: 3 })
  expect(judged).toHaveLength(history.actions.length)
  for (const [index, judgement] of judged.entries()) {
    if (!judgement) continue
    const { version, seat, action, before, after, mark, alternatives } = judgement
    expect({ version, seat, action }).toEqual({
      version: index,
      seat: history.states[index]!.toAct,
      action: history.actions[index],
    })
    expect(before).toBeGreaterThanOrEqual(after)
    expect(mark === null).toBe(markOf(before - after + 1e-9) === null)
    expect(alternatives.length).toBeLessThanOrEqual(3)
    const chances = alternatives.map(({ chance }) => chance)
    expect(chances).toEqual(chances.toSorted((one, other) => other - one))
    for (const chance of [...chances, before, after]) expect(chance >= 0 && chance <= 1).toBe(true)
    for (const each of alternatives) expect(each.action).not.toEqual(action)
  }
})

it.each(BOX_NAMES)('in %s games a judgement and a hint are the same whatever the seat did not know', (box) => {
  const random = new Random(`judgements, ${box}`)
  const one = randomHistory(`judgements of ${box}`, box)
  const moment = random.pick(one.states.flatMap(({ toAct }, index) => (toAct === null ? [] : [index])))
  const viewer = one.states[moment]!.toAct!
  const { deal, actions } = redeal({ history: one, moment, viewer }, random)
  const two = replay(one.options, deal, actions)
  const judged = (history: History): Judgement | null => {
    // In the other world the match may go on in another way.
    const { state: after, events } = reduce(one.states[moment]!, one.actions[moment]!)
    const moves = movesOf(history).slice(0, moment)
    const last = { version: moment, before: history.states[moment]!, action: one.actions[moment]!, after, events }
    return analyse(one.options, [...moves, last], evaluate, { ...SCOPE, from: moment }).next().value as Judgement | null
  }
  expect(judged(two)).toEqual(judged(one))
  const advice = (history: History): unknown => {
    const match = { moves: movesOf(history).slice(0, moment), now: history.states[moment]! }
    return advise(one.options, match, evaluate, { seed: 'the same', budget: { samples: 12, isOver: () => false } })
  }
  expect(advice(two)).toEqual(advice(one))
  const weighed = (history: History): unknown => {
    const moves = movesOf(history).slice(0, moment)
    const { state: after, events } = reduce(one.states[moment]!, one.actions[moment]!)
    const last = { version: moment, before: history.states[moment]!, action: one.actions[moment]!, after, events }
    const how = { version: moment, seat: viewer, samples: 12, from: 0, seed: 'the same' }
    return weigh(one.options, [...moves, last], evaluate, how).next().value
  }
  expect(weighed(two)).toEqual(weighed(one))
})

it('an analysis in slices is the same as in one piece', () => {
  const history = randomHistory('slices', 'base')
  const whole = judgementsOf(history, { samples: 3 })
  expect(judgementsOf(history, { samples: 3, from: 40 })).toEqual(whole.slice(40))
})

it('a move that does not win at once is marked where another one does, and that one is shown', () => {
  let found = 0
  for (let game = 0; game < 60 && found < 2; game++) {
    const history = randomHistory(`win in one ${game}`, 'base')
    const { result } = history.states.at(-1)!
    if (result!.by !== 'military' && result!.by !== 'science') continue
    const moves = movesOf(history)
    const [last, before] = [moves.length - 1, history.states.at(-2)!]
    if (result!.winner !== before.toAct) continue
    const taken = history.actions.at(-1)!
    const other: Action = { type: 'discard-card', slot: 'slot' in taken ? taken.slot : -1 }
    if (other.slot < 0 || taken.type === 'discard-card') continue
    const { state: after, events } = reduce(before, other)
    moves[last] = { version: last, before, action: other, after, events }
    const [judgement] = [...analyse(history.options, moves, evaluate, { ...SCOPE, samples: 80, from: last })]
    expect(judgement!.mark).not.toBeNull()
    expect(judgement!.before).toBeGreaterThan(0.9)
    expect(judgement!.alternatives.map(({ action }) => action)).toContainEqual(taken)
    found++
  }
  expect(found).toBeGreaterThan(0)
})

it('several searches of one decision are other ones, which together know of every action', () => {
  const history = randomHistory('searches', 'base')
  const moment = history.states.findIndex(({ age }) => age === 2)
  const seat = history.states[moment]!.toAct!
  const how = { version: moment, seat, samples: 40, from: 0, seed: 'the same' }
  const from = (first: number) => weigh(history.options, movesOf(history), evaluate, { ...how, from: first })
  const searches = from(0)
  const [one, two] = [searches.next().value, searches.next().value]
  expect(two).not.toEqual(one)
  expect(from(1).next().value).toEqual(two)
  const together = pooled([one, two])
  expect(new Set(together.map(({ action }) => action))).toEqual(new Set(legalActions(history.states[moment]!)))
  const chances = together.map(({ chance }) => chance)
  expect(chances).toEqual(chances.toSorted((first, second) => second - first))
  expect(pooled([one, one])).toEqual(pooled([one]))
})

it('an action that was hardly tried is not listed, and none as better than the one that was tried most', () => {
  const considered = [
    { action: { type: 'discard-card', slot: 1 }, chance: 0.6, visits: 70 },
    { action: { type: 'discard-card', slot: 2 }, chance: 0.9, visits: 20 },
    { action: { type: 'discard-card', slot: 3 }, chance: 0.95, visits: 1 },
    { action: { type: 'discard-card', slot: 4 }, chance: 0.3, visits: 9 },
  ] satisfies Considered[]
  expect(chancesOf(considered, 100)).toEqual([
    { action: { type: 'discard-card', slot: 1 }, chance: 0.6 },
    { action: { type: 'discard-card', slot: 2 }, chance: 0.6 },
    { action: { type: 'discard-card', slot: 4 }, chance: 0.3 },
  ])
})

it('marks follow from what an action cost', () => {
  expect([0, 0.05, 0.06, 0.12, 0.2, 1].map(markOf)).toEqual([null, null, 'inaccuracy', 'mistake', 'blunder', 'blunder'])
})
