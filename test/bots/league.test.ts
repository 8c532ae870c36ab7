/** The league: fair games, and ratings that follow from their results. */
import { describe, expect, it } from 'vitest'
import { contenders, EARLIER_MASTER } from '../../scripts/bots/league/contenders.ts'
import { intervalOf, ratingsOf } from '../../scripts/bots/league/elo.ts'
import { play } from '../../scripts/bots/league/game.ts'
import { emptyNetwork, networkEvaluation, uniform } from '../../src/bots/index.ts'

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

it('a game of the league is the same for the same seed', () => {
  const options = { agora: true, pantheon: true, wonders: 'draft', tiedPawn: 'chooses' } as const
  const both = [
    { player: uniform, samples: 1 },
    { player: uniform, samples: 1 },
  ] as const
  const [one, two] = [play(options, 'same', both, Infinity), play(options, 'same', both, Infinity)]
  expect(one.result).toEqual(two.result)
  expect(one.thought.map(({ decisions }) => decisions)).toEqual(two.thought.map(({ decisions }) => decisions))
})

it('no contender samples more worlds than it is told', () => {
  const evaluate = networkEvaluation(emptyNetwork(2))
  for (const { samples } of Object.values(contenders(evaluate, 3))) expect(samples).toBeLessThanOrEqual(3)
  for (const { samples } of Object.values(contenders(evaluate, 3, 100))) expect(samples).toBeLessThanOrEqual(3)
})

it('an earlier master plays like the master, with what was learned before', () => {
  const [now, before] = [networkEvaluation(emptyNetwork(2)), networkEvaluation(emptyNetwork(1))]
  expect(contenders(now, 3)).not.toHaveProperty(EARLIER_MASTER)
  const all = contenders(now, 50, Infinity, before)
  expect(all[EARLIER_MASTER]!.samples).toBe(all.master!.samples)
})

it('plain Monte Carlo tree search gets as many simulations as the best level, or as many as the time allows', () => {
  const evaluate = networkEvaluation(emptyNetwork(2))
  const { 'monte-carlo': plain, master } = contenders(evaluate, Infinity)
  expect(plain!.samples).toBe(master!.samples)
  expect(contenders(evaluate, Infinity, 100)['monte-carlo']!.samples).toBe(Infinity)
})
