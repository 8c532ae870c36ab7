import { readFileSync } from 'node:fs'
import { evaluationOf } from '../bots/index.ts'
import type { Evaluation, Weights } from '../bots/index.ts'
import { gameKindOf } from '../protocol/index.ts'
import type { MatchOptions } from '../rules/index.ts'

/** The evaluation of a kind of game, with the weights that `npm run train` made. The build copies their file. */
export function learnedEvaluation(options: MatchOptions): Evaluation {
  const file = new URL('./weights.json', import.meta.url)
  return evaluationOf(JSON.parse(readFileSync(file, 'utf8')) as Weights, gameKindOf(options))
}
