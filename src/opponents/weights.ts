import { createHash } from 'node:crypto'
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
    evaluation = evaluationOf(learnedWeights(), kind)
    evaluations.set(kind, evaluation)
  }
  return evaluation
}

const learnedWeights = (): Weights =>
  JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')) as Weights

/** By kind of game, a name for its network: another one has another name. */
export function networkNames(): (kind: GameKind) => string {
  const names = new Map(
    Object.entries(learnedWeights().kinds).map(([kind, network]) => [
      kind,
      createHash('sha256').update(JSON.stringify(network)).digest('hex').slice(0, 16),
    ]),
  )
  return (kind) => names.get(kind)!
}
