import { Random } from '../random.ts'
import { logistic } from './evaluation.ts'
import type { Features } from './features/features.ts'
import { emptyFeatures } from './features/features.ts'
import { FEATURES } from './features/names.ts'
import type { Network } from './network.ts'
import { emptyNetwork, logitOf, unitsOf } from './network.ts'

/** A position of a game and how the game ended for seat 0: from 0 to 1. */
export interface Example {
  features: Features
  outcome: number
}

/** How the network learns. */
export interface Course {
  units: number
  epochs: number
  seed: string
}

const RATE = 0.001
/** Examples of which the gradients are added before a step. */
const BATCH = 32
/** Pulls all weights towards 0: the share of a step's rate. Without it the network learns single games by heart. */
const DECAY = 0.5
/** A feature that hardly ever occurs is not scaled up further than this. */
const MOST_SCALE = 8

/**
 * A network that fits outcomes: gradient descent with the steps of Adam (Kingma and Ba 2015) on the logarithm of the
 * likelihood. Features are scaled by their spread meanwhile, so that one rate suits all.
 */
export function learn(examples: readonly Example[], { units, epochs, seed }: Course): Network {
  const random = new Random(seed)
  const scale = scaleOf(examples)
  const network = emptyNetwork(units)
  for (let index = 0; index < network.hidden.length; index++) network.hidden[index] = 0.2 * (random.fraction() - 0.5)
  for (let unit = 0; unit < units; unit++) network.output[unit] = 0.5 * (random.fraction() - 0.5)
  const descent = new Descent(network, scale)
  const steps = epochs * Math.ceil(examples.length / BATCH)
  for (let epoch = 0, step = 0; epoch < epochs; epoch++) {
    const shuffled = random.shuffled(examples)
    for (let from = 0; from < shuffled.length; from += BATCH, step++) {
      for (const example of shuffled.slice(from, from + BATCH)) descent.add(example)
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

function scaleOf(examples: readonly Example[]): number[] {
  const squares = new Float64Array(FEATURES.length)
  for (const { features } of examples) {
    for (const row of features) for (let index = 0; index < row.length; index++) squares[index]! += row[index]! ** 2
  }
  return [...squares].map((sum) => (sum === 0 ? 0 : Math.min(MOST_SCALE, 1 / Math.sqrt(sum / (2 * examples.length)))))
}

/** The gradients of one batch, and the moments of Adam for each list of weights. */
class Descent {
  readonly #network: Network
  readonly #scale: readonly number[]
  readonly #scaled: Features = emptyFeatures()
  readonly #sums: Float64Array
  readonly #lists: { weights: Float64Array; gradient: Float64Array; mean: Float64Array; square: Float64Array }[]
  #steps = 0

  /** @param scale by what each feature is multiplied. */
  constructor(network: Network, scale: readonly number[]) {
    this.#network = network
    this.#scale = scale
    this.#sums = unitsOf(network)
    this.#lists = [network.direct, network.hidden, network.output].map((weights) => ({
      weights,
      gradient: new Float64Array(weights.length),
      mean: new Float64Array(weights.length),
      square: new Float64Array(weights.length),
    }))
  }

  add({ features, outcome }: Example): void {
    const { units, direct, output } = this.#network
    const sums = this.#sums
    const [first, second] = this.#scaled
    for (let feature = 0; feature < direct.length; feature++) {
      first[feature] = features[0][feature]! * this.#scale[feature]!
      second[feature] = features[1][feature]! * this.#scale[feature]!
    }
    const error = logistic(logitOf(this.#network, this.#scaled, sums)) - outcome
    const [ofDirect, ofHidden, ofOutput] = this.#lists.map(({ gradient }) => gradient) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    // From here on `sums` holds the gradient of each unit's sum.
    for (let unit = 0; unit < units; unit++) {
      const [one, other] = [sums[unit]!, sums[units + unit]!]
      ofOutput[unit]! += error * (Math.max(0, one) - Math.max(0, other))
      sums[unit] = one > 0 ? error * output[unit]! : 0
      sums[units + unit] = other > 0 ? -error * output[unit]! : 0
    }
    for (let feature = 0; feature < direct.length; feature++) {
      const [one, other] = [first[feature]!, second[feature]!]
      if (one === 0 && other === 0) continue
      ofDirect[feature]! += error * (one - other)
      const own = feature * 2 * units
      const opposite = own + units
      for (let unit = 0; unit < units; unit++) {
        const [ofOne, ofOther] = [sums[unit]!, sums[units + unit]!]
        ofHidden[own + unit]! += one * ofOne + other * ofOther
        ofHidden[opposite + unit]! += other * ofOne + one * ofOther
      }
    }
  }

  step(rate: number): void {
    this.#steps++
    const [first, second] = [0.9, 0.999]
    const factor = Math.sqrt(1 - second ** this.#steps) / (1 - first ** this.#steps)
    for (const { weights, gradient, mean, square } of this.#lists) {
      for (let index = 0; index < weights.length; index++) {
        const slope = gradient[index]! / BATCH
        mean[index] = first * mean[index]! + (1 - first) * slope
        square[index] = second * square[index]! + (1 - second) * slope * slope
        weights[index]! -=
          (rate * factor * mean[index]!) / (Math.sqrt(square[index]!) + 1e-8) + rate * DECAY * weights[index]!
        gradient[index] = 0
      }
    }
  }
}
