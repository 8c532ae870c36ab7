import { readFileSync } from 'node:fs'
import type { Evaluation, Weights } from '../bots/index.ts'
import { evaluationOf } from '../bots/index.ts'
import type { GameKind } from '../protocol/index.ts'
import { gameKindOf } from '../protocol/index.ts'
import type { MatchOptions } from '../rules/index.ts'

/** Read once: a thread needs them again and again. */
const evaluations = new Map<GameKind, Evaluation>()

/** The evaluation of a kind of game, with the weights that `npm run train` made. The build copies their file. */
export function learnedEvaluation(options: MatchOptions): Evaluation {
  const kind = gameKindOf(options)
  let evaluation = evaluations.get(kind)
  if (!evaluation) {
    const file = new URL('./weights.json', import.meta.url)
    evaluation = evaluationOf(JSON.parse(readFileSync(file, 'utf8')) as Weights, kind)
    evaluations.set(kind, evaluation)
  }
  return evaluation
}
