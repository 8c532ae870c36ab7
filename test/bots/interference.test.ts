/** Players that are programs decide the same whatever their seat may not know: `npm run soak:interference` looks longer. */
import { expect, it } from 'vitest'
import type { Evaluation, Player } from '../../src/bots/index.ts'
import {
  greedy,
  LEVEL_NAMES,
  LEVELS,
  playerOf,
  Random,
  RANDOM_PLAY_OUTS,
  search,
  uniform,
} from '../../src/bots/index.ts'
import { learnedEvaluation } from '../../src/opponents/weights.ts'
import { randomHistory, replay } from '../rules/support/history.ts'
import { Random as TestRandom } from '../rules/support/random.ts'
import { redeal } from '../rules/support/redeal.ts'
import { isLegal } from './legal.ts'
import type { Seen } from './support.ts'
import { BOX_NAMES, SEATS, seenAt } from './support.ts'

/** Positions of each kind of game. */
const POSITIONS = Number(process.env['POSITIONS'] ?? 4)
/** No player samples more worlds than this for a decision: more are more of the same. */
const MOST_WORLDS = 12

/** A player, and the worlds that it samples for a decision. */
type Entry = readonly [name: string, player: Player, samples: number]

const playersWith = (evaluate: Evaluation): readonly Entry[] => [
  ['random', uniform, 1],
  ['greedy', greedy(evaluate), 2],
  ['plain Monte Carlo tree search', search(RANDOM_PLAY_OUTS), 2],
  ...LEVEL_NAMES.map((level): Entry => [
    level,
    playerOf(LEVELS[level], evaluate),
    Math.min(MOST_WORLDS, LEVELS[level].samples),
  ]),
]

const decisionOf = ([, player, samples]: Entry, { known, seen }: Seen): object =>
  player.decide(seen, known, new Random('the same'), { samples, isOver: () => false })

it.each(BOX_NAMES)(`in ${POSITIONS} positions of %s games, no decision depends on what is dealt again`, (box) => {
  const random = new TestRandom(`other truths, ${box}`)
  let other = 0
  for (let position = 0; position < POSITIONS; position++) {
    const viewer = SEATS[position % 2]!
    const one = randomHistory(`interference, ${box} game ${position}`, box)
    const moment = random.pick(one.states.flatMap(({ toAct }, index) => (toAct === viewer ? [index] : [])))
    const { deal, actions } = redeal({ history: one, moment, viewer }, random)
    const two = replay(one.options, deal, actions)
    if (JSON.stringify(one.states[moment]) !== JSON.stringify(two.states[moment])) other++
    const [here, there] = [seenAt(one, viewer, moment), seenAt(two, viewer, moment)]
    for (const entry of playersWith(learnedEvaluation(one.options))) {
      const decision = decisionOf(entry, here)
      expect(decisionOf(entry, there), `${entry[0]}, game ${position}, after ${moment} actions`).toEqual(decision)
      expect(isLegal(here.truth, decision)).toBe(true)
    }
  }
  // Otherwise nothing would have been compared.
  expect(other).toBeGreaterThan(POSITIONS / 2)
})
