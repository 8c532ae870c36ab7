/** Luck and play make up the result, in whole games of each kind: `npm run soak:luck` plays many more. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { movesOf } from '../../src/analysis/judge.ts'
import type { GameEnd } from '../../src/analysis/luck.ts'
import { luckAndPlay } from '../../src/analysis/luck.ts'
import { analyse } from '../../src/bots/index.ts'
import { learnedEvaluation } from '../../src/opponents/weights.ts'
import type { Analysis, GameKind } from '../../src/protocol/index.ts'
import { analysisSchema, GAME_KIND_IDS, GAME_KINDS } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, hashSeed, optionsOf } from '../../src/record/index.ts'
import { randomRecord } from '../support/random-record.ts'

/** Games of each kind. */
const GAMES = Number(process.env['GAMES'] ?? 3)
/** Worlds that are sampled for a decision. */
const SAMPLES = 4
/** One game in so many is given up half way. */
const GIVEN_UP = 4

/** A whole game, or the first half of one; the same for the same number. */
function gameOf(kind: GameKind, number: number): { record: MatchRecord; end: GameEnd } {
  const whole = randomRecord(hashSeed(`luck, ${kind}, ${number}`), GAME_KINDS[kind].switches)
  const { winner } = foldRecord(whole).outcome!
  if (number % GIVEN_UP !== 1) return { record: whole, end: { byRules: true, winner } }
  const entries = whole.entries.slice(0, whole.entries.length / 2)
  return { record: { ...whole, entries }, end: { byRules: false, winner } }
}

function analysed(record: MatchRecord, end: GameEnd): Analysis {
  const { id } = record.header
  const options = optionsOf(record.header)
  const scope = { from: 0, samples: SAMPLES, alternatives: 3, seed: id }
  const judged = [...analyse(options, movesOf(record), learnedEvaluation(options), scope)]
  const judgements = judged.flatMap((judgement) => judgement ?? [])
  return analysisSchema.parse({ id, ...luckAndPlay(judgements, end) })
}

const sum = <Each>(all: readonly Each[], of: (each: Each) => number): number =>
  all.reduce((total, each) => total + of(each), 0)

it.each(GAME_KIND_IDS)(
  `in ${GAMES} games of %s, each seat has exactly the result that luck and play made`,
  async (kind) => {
    let [decided, lucky] = [0, 0]
    for (let number = 0; number < GAMES; number++) {
      const { record, end } = gameOf(kind, number)
      const { decisions, luck, summary } = analysed(record, end)
      for (const seat of [0, 1] as const) {
        const where = `game ${number} of ${kind}, seat ${seat}`
        const [own, other] = [summary[seat], summary[seat === 0 ? 1 : 0]]
        expect(own.first - own.cost + other.cost + own.luck, where).toBe(own.result)
        // The lists name every decision that cost something, and every moment of luck.
        const spent = decisions.filter((each) => each.seat === seat)
        const cost = sum(spent, ({ before, after }) => Math.round(10_000 * before) - Math.round(10_000 * after))
        expect(cost, where).toBe(own.cost)
        expect(
          sum(luck, (each) => (each.seat === seat ? each.gain : -each.gain)),
          where,
        ).toBe(own.luck)
        const { byRules, winner } = end
        if (byRules) expect(own.result, where).toBe(winner === null ? 5_000 : winner === seat ? 10_000 : 0)
      }
      // A long run tells the runner that it goes on.
      await setImmediate()
      decided += decisions.length
      lucky += luck.length
    }
    // Otherwise nothing would have been added up.
    expect(decided).toBeGreaterThan(20 * GAMES)
    expect(lucky).toBeGreaterThan(20 * GAMES)
  },
)
