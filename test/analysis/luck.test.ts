import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { luckAndPlay } from '../../src/analysis/luck.ts'
import type { Judgement } from '../../src/bots/index.ts'
import { analysisSchema } from '../../src/protocol/index.ts'

const decide = (version: number, seat: 0 | 1, before: number, after: number): Judgement => ({
  version,
  seat,
  action: { type: 'conspire' },
  before,
  after,
  mark: null,
  alternatives: [],
})

const judgements = fc
  .array(fc.record({ seat: fc.constantFrom(0 as const, 1 as const), one: fc.nat(), other: fc.nat() }), {
    maxLength: 90,
  })
  .map((decisions) =>
    decisions.map(({ seat, one, other }, index) => {
      // Chances as a program computes them: with as many digits as there are.
      const [low, high] = [(one % 10_007) / 10_006, (other % 9_973) / 9_972].toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      return decide(3 * index, seat, high, low)
    }),
  )
const end = fc.record({ byRules: fc.boolean(), winner: fc.constantFrom(0 as const, 1 as const, null) })

describe('luck and play', () => {
  it('give the result of each seat exactly, whatever was decided and however the game ended', () => {
    fc.assert(
      fc.property(judgements, end, (decisions, { byRules, winner }) => {
        const { summary, luck } = luckAndPlay(decisions, { byRules, winner })
        for (const seat of [0, 1] as const) {
          const [own, other] = [summary[seat], summary[seat === 0 ? 1 : 0]]
          expect(own.first - own.cost + other.cost + own.luck).toBe(own.result)
          expect(own.first + other.first).toBe(10_000)
          expect(own.result + other.result).toBe(10_000)
          expect(own.luck + other.luck).toBe(0)
          const gains = luck.map((each) => (each.seat === seat ? each.gain : -each.gain))
          expect(gains.reduce((sum, gain) => sum + gain, 0)).toBe(own.luck)
          if (byRules && decisions.length > 0)
            expect(own.result).toBe(winner === null ? 5_000 : winner === seat ? 10_000 : 0)
        }
        analysisSchema.parse({ id: '0123456789abcdef', ...luckAndPlay(decisions, { byRules, winner }) })
      }),
    )
  })

  it('are told apart: what an action costs is play, and what changes between actions is luck', () => {
    const decisions = [decide(1, 0, 0.6, 0.5), decide(2, 1, 0.7, 0.7), decide(3, 1, 0.8, 0.55)]
    expect(luckAndPlay(decisions, { byRules: true, winner: 0 })).toMatchObject({
      luck: [
        { version: 2, seat: 1, gain: 2_000 },
        { version: 3, seat: 1, gain: 1_000 },
        { version: 4, seat: 0, gain: 5_500 },
      ],
      summary: {
        0: { first: 6_000, cost: 1_000, luck: 2_500, result: 10_000, luckiest: [4], unluckiest: [2, 3] },
        1: { first: 4_000, cost: 2_500, luck: -2_500, result: 0, luckiest: [2, 3], unluckiest: [4] },
      },
    })
  })

  it('of a game that someone gave up end with its last chance', () => {
    const { luck, summary } = luckAndPlay([decide(1, 0, 0.6, 0.5)], { byRules: false, winner: 1 })
    expect(luck).toEqual([])
    expect(summary[0]).toMatchObject({ first: 6_000, cost: 1_000, luck: 0, result: 5_000 })
  })

  it('of a game without a decision are none', () => {
    const { decisions, luck, summary } = luckAndPlay([], { byRules: false, winner: 0 })
    expect({ decisions, luck }).toEqual({ decisions: [], luck: [] })
    expect(summary[1]).toEqual({ first: 5_000, cost: 0, luck: 0, result: 5_000, luckiest: [], unluckiest: [] })
  })
})
