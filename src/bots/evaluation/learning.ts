import { Random } from '../random.ts'
import { logistic } from './evaluation.ts'
import type { Examples } from './examples.ts'
import type { Features } from './features/features.ts'
import { emptyFeatures } from './features/features.ts'
import type { Network } from './network.ts'
import { emptyNetwork, logitOf, unitsOf } from './network.ts'

/** How the network learns. */
export interface Course {
  units: number
  epochs: number
  /** By default `DECAY`. */
  decay?: number
  seed: string
}

const RATE = 0.001
/** How much of the moments of the gradients stays at each step. */
const [FIRST, SECOND] = [0.9, 0.999]
/** Examples of which the gradients are added before a step. */
const BATCH = 32
/** Pulls all weights towards 0: the share of a step's rate. Without it the network learns single games by heart. */
const DECAY = 0.3
/** A feature that hardly ever occurs is not scaled up further than this. */
const MOST_SCALE = 8

/**
 * A network that fits outcomes: gradient descent with the steps of Adam (Kingma and Ba 2015) on the logarithm of the
 * likelihood. Features are scaled by their spread meanwhile, so that one rate suits all.
 */
export function learn(examples: Examples, { units, epochs, decay = DECAY, seed }: Course): Network {
  const random = new Random(seed)
  const scale = scaleOf(examples)
  const network = emptyNetwork(units)
  for (let index = 0; index < network.hidden.length; index++) network.hidden[index] = 0.2 * (random.fraction() - 0.5)
  for (let unit = 0; unit < units; unit++) network.output[unit] = 0.5 * (random.fraction() - 0.5)
  const descent = new Descent(network, scale, decay)
  const features = emptyFeatures()
  const numbers = Array.from({ length: examples.length }, (_, number) => number)
  const steps = epochs * Math.ceil(examples.length / BATCH)
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    const shuffled = random.shuffled(numbers)
    for (let from = 0; from < shuffled.length; from += BATCH, step++) {
      for (let at = from; at < Math.min(from + BATCH, shuffled.length); at++) {
        descent.add(features, examples.read(shuffled[at]!, features))
      }
      descent.step(RATE * Math.min(1, 1.5 * (1 - step / steps)))
    }
  }
  for (let feature = 0; feature < scale.length; feature++) {
    network.direct[feature]! *= scale[feature]!
    const from = feature * 2 * units
    for (let index = from; index < from + 2 * units; index++) network.hidden[index]! *= scale[feature]!
  }
  return network
}

function scaleOf(examples: Examples): number[] {
  const features = emptyFeatures()
  const squares = new Float64Array(features[0].length)
  for (let number = 0; number < examples.length; number++) {
    examples.read(number, features)
    for (const row of features) for (let index = 0; index < row.length; index++) squares[index]! += row[index]! ** 2
  }
  return [...squares].map((sum) => (sum === 0 ? 0 : Math.min(MOST_SCALE, 1 / Math.sqrt(sum / (2 * examples.length)))))
}

const emptyLike = ({ length }: Float64Array): Float64Array => new Float64Array(length)

/** The gradients of one batch, and the moments of Adam for each list of weights. */
class Descent {
  readonly #network: Network
  readonly #scale: Float64Array
  readonly #decay: number
  readonly #sums: Float64Array
  readonly #scaled: Features = emptyFeatures()
  /** Of the direct weights, those of the hidden units, and those of the output. */
  readonly #gradients: readonly [Float64Array, Float64Array, Float64Array]
  readonly #lists: { weights: Float64Array; gradient: Float64Array; mean: Float64Array; square: Float64Array }[]
  #steps = 0

  /** @param scale by what each feature is multiplied. */
  constructor(network: Network, scale: readonly number[], decay: number) {
    const { direct, hidden, output } = network
    this.#network = network
    this.#scale = Float64Array.from(scale)
    this.#decay = decay
    this.#sums = unitsOf(network)
    this.#gradients = [emptyLike(direct), emptyLike(hidden), emptyLike(output)]
    this.#lists = [direct, hidden, output].map((weights, list) => ({
      weights,
      gradient: this.#gradients[list]!,
      mean: emptyLike(weights),
      square: emptyLike(weights),
    }))
  }

  /** @param outcome how the game ended for seat 0: from 0 to 1. */
  add(features: Features, outcome: number): void {
    const [first, second] = this.#scaled
    for (let feature = 0; feature < first.length; feature++) {
      first[feature] = features[0][feature]! * this.#scale[feature]!
      second[feature] = features[1][feature]! * this.#scale[feature]!
    }
    const sums = this.#sums
    const error = logistic(logitOf(this.#network, this.#scaled, sums)) - outcome
    const { units, output } = this.#network
    const [ofDirect, ofHidden, ofOutput] = this.#gradients
    // From here on `sums` holds the gradient of each unit's sum.
    for (let unit = 0; unit < units; unit++) {
      const one = sums[unit]!
      const other = sums[units + unit]!
      ofOutput[unit]! += error * (Math.max(0, one) - Math.max(0, other))
      sums[unit] = one > 0 ? error * output[unit]! : 0
      sums[units + unit] = other > 0 ? -error * output[unit]! : 0
    }
    for (let feature = 0; feature < first.length; feature++) {
      const one = first[feature]!
      const other = second[feature]!
      if (one === 0 && other === 0) continue
      ofDirect[feature]! += error * (one - other)
      const from = feature * 2 * units
      for (let unit = 0; unit < units; unit++) {
        const ofOne = sums[unit]!
        const ofOther = sums[unit + units]!
        ofHidden[from + unit]! += one * ofOne + other * ofOther
        ofHidden[from + unit + units]! += other * ofOne + one * ofOther
      }
    }
  }

  step(rate: number): void {
    this.#steps++
    const factor = (rate * Math.sqrt(1 - SECOND ** this.#steps)) / (1 - FIRST ** this.#steps)
    for (const { weights, gradient, mean, square } of this.#lists) {
      for (let index = 0; index < weights.length; index++) {
        const slope = gradient[index]! / BATCH
        const first = FIRST * mean[index]! + (1 - FIRST) * slope
        const second = SECOND * square[index]! + (1 - SECOND) * slope * slope
        mean[index] = first
        square[index] = second
        weights[index]! -= (factor * first) / (Math.sqrt(second) + 1e-8) + rate * this.#decay * weights[index]!
        gradient[index] = 0
      }
    }
  }
}
