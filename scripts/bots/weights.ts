import { readFileSync } from 'node:fs'
import { evaluationOf } from '../../src/bots/index.ts'
import type { Evaluation, Weights } from '../../src/bots/index.ts'
import { gameKindOf } from '../../src/protocol/index.ts'
import type { MatchOptions } from '../../src/rules/index.ts'

/** The evaluation of a kind of game, with the weights that `npm run train` made. */
export function learnedEvaluation(options: MatchOptions): Evaluation {
  const file = new URL('./weights.json', import.meta.url)
  return evaluationOf(JSON.parse(readFileSync(file, 'utf8')) as Weights, gameKindOf(options))
}
