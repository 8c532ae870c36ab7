import type { Features } from './features/features.ts'
import { emptyFeatures } from './features/features.ts'
import type { Network } from './network.ts'

/** No feature is greater. */
const MOST = 128
/** The bits of a number without its exponent. */
const BITS = 52

/**
 * A network that judges one position after the other: of each it looks only at the features that differ from those of
 * the position before. Its weights are rounded to multiples of a power of 2 that is so great that no sum is ever
 * rounded: so a position has the same value whatever was judged before it. The rounding changes a logit by about 10^-10.
 */
export class RunningNetwork {
  readonly #units: number
  /** The features that count, and their weights in this order. */
  readonly #counting: Int32Array
  readonly #direct: Float64Array
  readonly #hidden: Float64Array
  readonly #output: Float64Array
  /** The features of the last position, its sums of the hidden units of both sides, and the rest of its logit. */
  #features: Features = emptyFeatures()
  #next: Features = emptyFeatures()
  readonly #sums: Float64Array
  #logit = 0

  constructor({ units, direct, hidden, output }: Network) {
    // An even number of units, of which the last one may count for nothing.
    const even = units + (units % 2)
    this.#units = even
    this.#output = new Float64Array(even)
    this.#output.set(output)
    this.#sums = new Float64Array(2 * even)
    const weightsOf = (feature: number): Float64Array => hidden.subarray(feature * 2 * units, (feature + 1) * 2 * units)
    const all = [...direct.keys()]
    this.#counting = Int32Array.from(all.filter((each) => direct[each] !== 0 || weightsOf(each).some(Boolean)))
    const step = stepOf([...this.#counting].map((each) => Math.max(Math.abs(direct[each]!), greatest(weightsOf(each)))))
    const rounded = (weight: number): number => Math.round(weight / step) * step
    this.#direct = Float64Array.from(this.#counting, (each) => rounded(direct[each]!))
    this.#hidden = new Float64Array(this.#counting.length * 2 * even)
    for (const [index, feature] of this.#counting.entries()) {
      const weights = weightsOf(feature).map(rounded)
      this.#hidden.set(weights.subarray(0, units), index * 2 * even)
      this.#hidden.set(weights.subarray(units), index * 2 * even + even)
    }
  }

  /** Where the features of the next position are to be written, whatever is there. */
  get next(): Features {
    return this.#next
  }

  /** The logit of seat 0's probability of winning in the position whose features were written into `next`. */
  judge(): number {
    const first = this.#next[0]
    const second = this.#next[1]
    const firstBefore = this.#features[0]
    const secondBefore = this.#features[1]
    const counting = this.#counting
    const hidden = this.#hidden
    const sums = this.#sums
    const units = this.#units
    const direct = this.#direct
    let logit = this.#logit
    for (let each = 0; each < counting.length; each++) {
      const feature = counting[each]!
      const one = first[feature]! - firstBefore[feature]!
      const other = second[feature]! - secondBefore[feature]!
      if (one === 0 && other === 0) continue
      logit += (one - other) * direct[each]!
      // Two pairs of sums at a time, which takes three quarters of the time of one.
      for (let unit = 0; unit < units; unit += 2) {
        const at = each * 2 * units + unit
        const own = hidden[at]!
        const ownNext = hidden[at + 1]!
        const opposite = hidden[at + units]!
        const oppositeNext = hidden[at + units + 1]!
        sums[unit]! += one * own + other * opposite
        sums[unit + 1]! += one * ownNext + other * oppositeNext
        sums[unit + units]! += one * opposite + other * own
        sums[unit + units + 1]! += one * oppositeNext + other * ownNext
      }
    }
    const before = this.#features
    this.#features = this.#next
    this.#next = before
    this.#logit = logit
    return logit + this.#ofUnits()
  }

  /** What the hidden units add to the logit. */
  #ofUnits(): number {
    const output = this.#output
    const sums = this.#sums
    const units = this.#units
    let logit = 0
    for (let unit = 0; unit < units; unit++) {
      const one = sums[unit]!
      const other = sums[units + unit]!
      logit += output[unit]! * ((one > 0 ? one : 0) - (other > 0 ? other : 0))
    }
    return logit
  }
}

const greatest = (weights: Float64Array): number => weights.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

/** The power of 2 of which the weights are multiples, so that no sum of features, weighted, has more bits. */
function stepOf(weights: readonly number[]): number {
  const most = 2 * MOST * weights.reduce((sum, each) => sum + each, 0)
  return most === 0 ? 1 : 2 ** (Math.ceil(Math.log2(most)) - BITS)
}
