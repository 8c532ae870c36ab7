import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RatingFold } from '../../src/history/ratings/fold.ts'
import { afterGame, bounded, LISTED, NEWCOMER, PROVISIONAL_DEVIATION } from '../../src/history/ratings/glicko.ts'
import type { Standing } from '../../src/history/ratings/glicko2.ts'
import { afterPeriod } from '../../src/history/ratings/glicko2.ts'
import { ratedByLibrary } from '../support/glicko.ts'

// The range of ratings, deviations and volatilities that occur.
const standingArbitrary = fc.record({
  rating: fc.double({ min: 1000, max: 2000, noNaN: true }),
  deviation: fc.double({ min: 45, max: 350, noNaN: true }),
  volatility: fc.double({ min: 0.03, max: 0.1, noNaN: true }),
})

const scoreArbitrary = fc.constantFrom(0, 0.5, 1)

const double = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })

/** Any standing that a player can have. */
const boundedArbitrary = fc.record({
  rating: double(-1000, 6000),
  deviation: fc.oneof(double(1, 600), double(1, 5)),
  volatility: fc.oneof(double(0.001, 0.999), double(0.001, 0.01)),
})

/** Any numbers, also those that no player should have: negative, enormous, infinite, or none at all. */
const anyArbitrary = fc.record({ rating: fc.double(), deviation: fc.double(), volatility: fc.double() })

function expectBounded({ rating, deviation, volatility }: Standing): void {
  const fits =
    rating >= -1000 && rating <= 6000 && deviation >= 1 && deviation <= 600 && volatility > 0 && volatility < 1
  expect(fits, `rating ${rating}, deviation ${deviation}, volatility ${volatility}`).toBe(true)
}

describe('Glicko-2', () => {
  // Glickman, "Example of the Glicko-2 system": a player of 1500 in a period of three games.
  const example: [rating: number, deviation: number, score: number][] = [
    [1400, 30, 1],
    [1550, 100, 0],
    [1700, 300, 0],
  ]

  it('gives the result of the paper for its example, as another library does', () => {
    const player = { rating: 1500, deviation: 200, volatility: 0.06 }
    const matches = example.map(([rating, deviation, score]) => ({
      opponent: { rating, deviation, volatility: 0.06 },
      score,
    }))
    for (const one of [afterPeriod(player, matches, 0.5), ratedByLibrary(player, matches)]) {
      expect(one.rating).toBeCloseTo(1464.06, 1)
      expect(one.deviation).toBeCloseTo(151.52, 1)
      expect(one.volatility).toBeCloseTo(0.05999, 4)
    }
  })

  it('does not let two accounts of one person make a rating in an evening', () => {
    const players: [string, string] = ['winner', 'loser']
    const farmed = (everyMs: number): Standing => {
      const fold = new RatingFold(new Map(players.map((player) => [player, NEWCOMER])))
      for (let game = 0; game < 80; game += 1) {
        const key = { endedAt: game * everyMs, id: String(game).padStart(4, '0') }
        fold.rate({ key, players, results: ['won', 'lost'] })
      }
      return fold.changed.get('winner')!
    }
    // In full, as far as eighty games in eighty days go: 1984. In sixteen seconds they stay provisional, and far below.
    expect(farmed(86_400_000).rating).toBeGreaterThan(1980)
    const { rating, deviation } = farmed(200)
    expect(rating).toBeLessThan(1800)
    expect(deviation).toBeGreaterThan(PROVISIONAL_DEVIATION)
    expect(deviation).toBeGreaterThan(LISTED.deviation)
  })

  it('counts less of a game, the more often its players have met in the day before', () => {
    fc.assert(
      fc.property(standingArbitrary, standingArbitrary, scoreArbitrary, (first, second, score) => {
        const [whole] = afterGame(first, second, score)
        const changes = [0, 1, 2, 9].map((met) => afterGame(first, second, score, met)[0].rating - first.rating)
        for (const [index, parts] of [1, 2, 3, 10].entries()) {
          expect(changes[index]! * parts).toBeCloseTo(whole.rating - first.rating, 6)
        }
      }),
    )
  })

  it('rates both players of a game as another library does', () => {
    fc.assert(
      fc.property(standingArbitrary, standingArbitrary, fc.constantFrom(0, 0.5, 1), (first, second, score) => {
        const [a, b] = afterGame(first, second, score)
        const [c, d] = [
          ratedByLibrary(first, [{ opponent: second, score }]),
          ratedByLibrary(second, [{ opponent: first, score: 1 - score }]),
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

  it('rates ordinary games as it always has', () => {
    const [winner] = afterGame(
      { rating: 1500, deviation: 200, volatility: 0.06 },
      { rating: 1400, deviation: 30, volatility: 0.06 },
      1,
    )
    expect(winner.rating).toBeCloseTo(1563.6, 1)
    expect(afterGame(NEWCOMER, NEWCOMER, 1).map(({ rating }) => Math.round(rating * 10) / 10)).toEqual([1662.3, 1337.7])
  })
})

describe('a standing', () => {
  it('stays in its bounds after any game between any two players', () => {
    fc.assert(
      fc.property(boundedArbitrary, boundedArbitrary, scoreArbitrary, (first, second, score) => {
        for (const after of afterGame(first, second, score)) expectBounded(after)
      }),
      { numRuns: 5000 },
    )
  })

  it('is brought back into its bounds, whatever was stored', () => {
    fc.assert(
      fc.property(anyArbitrary, anyArbitrary, scoreArbitrary, (first, second, score) => {
        expectBounded(bounded(first))
        for (const after of afterGame(first, second, score)) expectBounded(after)
      }),
      { numRuns: 5000 },
    )
    const [nobody, best] = [
      bounded({ rating: NaN, deviation: NaN, volatility: NaN }),
      bounded({ rating: Infinity, deviation: -1, volatility: -Infinity }),
    ]
    expect(nobody).toEqual(NEWCOMER)
    expect(best).toEqual({ rating: 6000, deviation: 1, volatility: 0.001 })
  })

  it('that is in its bounds is what it was', () => {
    fc.assert(
      fc.property(boundedArbitrary, (standing) => {
        expect(bounded(standing)).toEqual(standing)
      }),
    )
  })

  it('stays in its bounds in any sequence of games with any opponents', () => {
    const opponents = fc.array(fc.record({ opponent: boundedArbitrary, score: scoreArbitrary }), { maxLength: 100 })
    fc.assert(
      fc.property(opponents, (games) => {
        let one = NEWCOMER
        for (const { opponent, score } of games) {
          ;[one] = afterGame(one, opponent, score)
          expectBounded(one)
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([1, -1])('stays in its bounds after years of the same result (%i)', (sign) => {
    let one = NEWCOMER
    for (let n = 0; n < 5000; n++) {
      ;[one] = afterGame(one, { ...NEWCOMER, rating: one.rating + 300 * sign }, sign > 0 ? 1 : 0)
      expectBounded(one)
    }
  })

  it.each([500, 1000, 2000, 3000, 7000])('stays in its bounds after years of surprises by %i points', (gap) => {
    let one = NEWCOMER
    for (let n = 0; n < 5000; n++) {
      const isWon = n % 2 === 0
      const opponent = { rating: one.rating + (isWon ? gap : -gap), deviation: 30, volatility: 0.06 }
      ;[one] = afterGame(one, opponent, isWon ? 1 : 0)
      expectBounded(one)
    }
  })

  it('stays in its bounds in a chain of players who each beat the one before', () => {
    let best = NEWCOMER
    for (let n = 0; n < 300; n++) [best] = afterGame(best, NEWCOMER, 1)
    for (let link = 0; link < 60; link++) {
      let next = NEWCOMER
      for (let n = 0; n < 30; n++) {
        ;[next, best] = afterGame(next, best, 1)
        expectBounded(next)
        expectBounded(best)
      }
      best = next
    }
  })
})
