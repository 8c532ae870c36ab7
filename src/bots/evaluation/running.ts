import type { Features } from './features/features.ts'
import { emptyFeatures } from './features/features.ts'
import type { Network } from './network.ts'

/** No feature is greater. */
const MOST = 128
/** The bits of a number without its exponent. */
const BITS = 52

/**
 * A network that judges one position after the other: of each it looks only at the features that differ from those of the
 * position before. Its weights are rounded to multiples of a power of 2 that is so great that no sum is ever rounded: so
 * a position has the same value whatever was judged before it. The rounding changes a logit by less than 10^-9.
 */
export class RunningNetwork {
  readonly #units: number
  /** The features that count, and their weights in this order. */
  readonly #counting: Int32Array
  readonly #direct: Float64Array
  readonly #hidden: Float64Array
  readonly #output: Float64Array
  /** The features of the last position, its sums of the hidden units of both sides, and the rest of its logit. */
  #features = emptyFeatures()
  #next = emptyFeatures()
  readonly #sums: Float64Array
  #logit = 0

  constructor({ units, direct, hidden, output }: Network) {
    this.#units = units
    this.#output = output
    this.#sums = new Float64Array(2 * units)
    const weightsOf = (feature: number): Float64Array => hidden.subarray(feature * 2 * units, (feature + 1) * 2 * units)
    const all = [...direct.keys()]
    this.#counting = Int32Array.from(all.filter((each) => direct[each] !== 0 || weightsOf(each).some(Boolean)))
    const step = stepOf([...this.#counting].map((each) => Math.max(Math.abs(direct[each]!), greatest(weightsOf(each)))))
    const rounded = (weight: number): number => Math.round(weight / step) * step
    this.#direct = Float64Array.from(this.#counting, (each) => rounded(direct[each]!))
    this.#hidden = Float64Array.from([...this.#counting].flatMap((each) => [...weightsOf(each)].map(rounded)))
  }

  /** Where the features of the next position are to be written, whatever is there. */
  get next(): Features {
    return this.#next
  }

  /** The logit of seat 0's probability of winning in the position whose features were written into `next`. */
  judge(): number {
    const [first, second] = this.#next
    const [firstBefore, secondBefore] = this.#features
    const counting = this.#counting
    const hidden = this.#hidden
    const sums = this.#sums
    const units = this.#units
    for (let each = 0; each < counting.length; each++) {
      const feature = counting[each]!
      const one = first[feature]! - firstBefore[feature]!
      const other = second[feature]! - secondBefore[feature]!
      if (one === 0 && other === 0) continue
      this.#logit += (one - other) * this.#direct[each]!
      const from = each * 2 * units
      if (other === 0) for (let sum = 0; sum < sums.length; sum++) sums[sum]! += one * hidden[from + sum]!
      else if (one === 0) {
        for (let unit = 0; unit < units; unit++) {
          sums[unit]! += other * hidden[from + units + unit]!
          sums[units + unit]! += other * hidden[from + unit]!
        }
      } else {
        for (let unit = 0; unit < units; unit++) {
          const own = hidden[from + unit]!
          const opposite = hidden[from + units + unit]!
          sums[unit]! += one * own + other * opposite
          sums[units + unit]! += one * opposite + other * own
        }
      }
    }
    this.#next = this.#features
    this.#features = [first, second]
    return this.#logit + this.#ofUnits()
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
