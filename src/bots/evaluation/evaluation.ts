import type { GameKind } from '../../protocol/index.ts'
import type { MatchState } from '../../rules/index.ts'
import { FEATURES, PHASES, featuresOf, phaseOf } from './features.ts'

/** How likely it is that seat 0 wins, from 0 to 1; a tie counts as a half. */
export type Evaluation = (state: MatchState) => number

/** By phase and feature, in the order of `FEATURES`. */
export type PhaseWeights = readonly (readonly number[])[]

/** What was learned, as it is stored: by kind of game and phase, the weights of the named features. */
export interface Weights {
  kinds: Record<string, readonly Readonly<Record<string, number>>[]>
}

/** The value of a match that has ended; null while it has not. */
export const valueOfResult = ({ result }: MatchState): number | null =>
  result && (result.winner === null ? 0.5 : 1 - result.winner)

export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

/** A linear evaluation over the features of a position. */
export function linearEvaluation(weights: PhaseWeights): Evaluation {
  return (state) => {
    const ended = valueOfResult(state)
    if (ended !== null) return ended
    const features = featuresOf(state)
    const row = weights[phaseOf(state)]!
    let sum = 0
    for (let index = 0; index < features.length; index++) sum += features[index]! * row[index]!
    return logistic(sum)
  }
}

/**
 * The evaluation of a kind of game. A feature without a weight does not count.
 * @throws Error if there are no weights of that kind.
 */
export function evaluationOf({ kinds }: Weights, kind: GameKind): Evaluation {
  const phases = kinds[kind]
  if (phases?.length !== PHASES) throw new Error(`there are no weights for ${kind}`)
  return linearEvaluation(phases.map((row) => FEATURES.map((name) => row[name] ?? 0)))
}
