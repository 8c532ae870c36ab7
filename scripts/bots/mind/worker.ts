import { parentPort, workerData } from 'node:worker_threads'
import { Knowledge, LEVELS, Random, playerOf } from '../../../src/bots/index.ts'
import { learnedEvaluation } from '../../../src/opponents/weights.ts'
import type { Answer, Beginning, Message } from './messages.ts'

// A thread that thinks for one seat of one match. It ends if it cannot follow the match: the error is its last message.

/** Worlds in which the position is valued to answer an offer of a draw. */
const WORLDS_OF_A_DRAW = 40

const { level, options, seat, first, seed } = workerData as Beginning
const evaluate = learnedEvaluation(options)
const player = playerOf(LEVELS[level], evaluate)
const knowledge = new Knowledge(options, seat, first)
const random = new Random(seed)

/** The mean probability of winning over some worlds. */
function chance(): number {
  let sum = 0
  for (let world = 0; world < WORLDS_OF_A_DRAW; world++) sum += evaluate(knowledge.sample(random))
  return seat === 0 ? sum / WORLDS_OF_A_DRAW : 1 - sum / WORLDS_OF_A_DRAW
}

const answer = (message: Answer): void => parentPort!.postMessage(message)

parentPort!.on('message', (message: Message) => {
  if (message.type === 'observe') return knowledge.observe(message.events, message.after)
  if (message.type === 'chance') return answer({ number: message.number, chance: chance() })
  const end = performance.now() + message.timeMs
  const { samples } = LEVELS[level]
  const budget = { samples, isOver: () => performance.now() >= end }
  answer({ number: message.number, action: player.decide(message.view, knowledge, random, budget) })
})
