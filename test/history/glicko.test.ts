import fc from 'fast-check'
import rate from 'glicko2-lite'
import { describe, expect, it } from 'vitest'
import { afterGame, LISTED, NEWCOMER, PROVISIONAL_DEVIATION } from '../../src/history/ratings/glicko.ts'
import { ratedAnew } from '../support/glicko.ts'

// The range of ratings, deviations and volatilities that occur.
const standingArbitrary = fc.record({
  rating: fc.double({ min: 1000, max: 2000, noNaN: true }),
  deviation: fc.double({ min: 45, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
})

describe('Glicko-2', () => {
  // Glickman, "Example of the Glicko-2 system": a player of 1500 in a period of three games.
  const example: [rating: number, deviation: number, score: number][] = [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ]

  it('gives the result of the paper for its example, both by the library and by the reference formulas', () => {
    const { rating, rd, vol } = rate(1500, 200, 0.06, example, { tau: 0.5 })
    const player = { rating: 1500, deviation: 200, volatility: 0.06 }
    const matches = example.map(([rating, deviation, score]) => ({
      opponent: { rating, deviation, volatility: 0.06 },
      score,
    }))
    const anew = ratedAnew(player, matches)
    for (const one of [{ rating, deviation: rd, volatility: vol }, anew]) {
      expect(one.rating).toBeCloseTo(1464.06, 1)
      expect(one.deviation).toBeCloseTo(151.52, 1)
      expect(one.volatility).toBeCloseTo(0.05999, 4)
    }
  })

  it('rates both players of a game as the formulas do', () => {
    fc.assert(
      fc.property(standingArbitrary, standingArbitrary, fc.constantFrom(0, 0.5, 1), (first, second, score) => {
        const [a, b] = afterGame(first, second, score)
        const [c, d] = [
          ratedAnew(first, [{ opponent: second, score }]),
          ratedAnew(second, [{ opponent: first, score: 1 - score }]),
        ]
        for (const [found, expected] of [
          [a, c],
          [b, d],
        ] as const) {
          expect(found.rating).toBeCloseTo(expected.rating, 3)
          expect(found.deviation).toBeCloseTo(expected.deviation, 3)
          expect(found.volatility).toBeCloseTo(expected.volatility, 6)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('raises the winner, lowers the loser, and reduces the deviation of a newcomer with every game', () => {
    const [winner, loser] = afterGame(NEWCOMER, NEWCOMER, 1)
    expect(winner.rating).toBeGreaterThan(1500)
    expect(winner.rating - 1500).toBeCloseTo(1500 - loser.rating, 9)
    expect(afterGame(NEWCOMER, NEWCOMER, 0.5).map(({ rating }) => rating)).toEqual([1500, 1500])
    expect(winner.deviation).toBeLessThan(NEWCOMER.deviation)
  })

  it('ends the provisional ratings of equal players, and lists them in the leaderboard, within a few games', () => {
    let [a, b] = [NEWCOMER, NEWCOMER]
    const deviations: number[] = []
    for (let game = 0; game < 30; game++) {
      ;[a, b] = afterGame(a, b, game % 2)
      deviations.push(a.deviation)
    }
    const certain = deviations.findIndex((deviation) => deviation <= PROVISIONAL_DEVIATION) + 1
    const listed = deviations.findIndex((deviation, n) => deviation <= LISTED.deviation && n + 1 >= LISTED.games) + 1
    expect([certain, listed]).toEqual([14, 17])
  })
})
