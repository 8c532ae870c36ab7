import { Random } from '../random.ts'
import { logistic } from './evaluation.ts'
import type { PhaseWeights } from './evaluation.ts'
import { FEATURES, PHASES } from './features.ts'

/** A position of a game and how the game ended for seat 0: from 0 to 1. */
export interface Example {
  phase: number
  features: Float64Array
  outcome: number
}

const EPOCHS = 12
const RATE = 0.1
/** Pulls weights towards those of all phases together, which have more examples, and these towards 0. */
const RIDGE = 0.03

/**
 * Weights by logistic regression of outcomes on features: first of all phases together, and from there of each phase.
 * Features are scaled by their spread, so that one rate suits all. There is no constant: the seats are equal.
 */
export function fit(examples: readonly Example[], seed: string): PhaseWeights {
  const scale = FEATURES.map((_, index) => {
    const mean = examples.reduce((sum, { features }) => sum + features[index]! ** 2, 0) / examples.length
    return mean > 0 ? 1 / Math.sqrt(mean) : 0
  })
  const scaled = examples.map(({ features, ...rest }) => ({
    ...rest,
    features: features.map((value, index) => value * scale[index]!),
  }))
  const common = descend(scaled, new Float64Array(FEATURES.length), `${seed} common`)
  return Array.from({ length: PHASES }, (_, phase) => {
    const weights = descend(scaled.filter((each) => each.phase === phase), common, `${seed} ${phase}`)
    return [...weights].map((weight, index) => weight * scale[index]!)
  })
}

/** Stochastic gradient descent with steps scaled by past gradients (AdaGrad): the mean of its second half. */
function descend(examples: readonly Example[], from: Float64Array, seed: string): Float64Array {
  const random = new Random(seed)
  const weights = Float64Array.from(from)
  const squares = new Float64Array(weights.length).fill(1)
  const mean = new Float64Array(weights.length)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { features, outcome } of random.shuffled(examples)) {
      let sum = 0
      for (let index = 0; index < weights.length; index++) sum += weights[index]! * features[index]!
      const error = logistic(sum) - outcome
      for (let index = 0; index < weights.length; index++) {
        const gradient = error * features[index]! + RIDGE * (weights[index]! - from[index]!)
        squares[index]! += gradient ** 2
        weights[index]! -= (RATE * gradient) / Math.sqrt(squares[index]!)
      }
    }
    if (2 * epoch >= EPOCHS) for (let index = 0; index < mean.length; index++) mean[index]! += weights[index]!
  }
  return mean.map((sum) => sum / Math.floor(EPOCHS / 2))
}
