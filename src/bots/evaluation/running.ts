import type { Features } from './features/features.ts'
import { FEATURES } from './features/names.ts'
import { JUDGE } from './judge-wasm.ts'
import type { Network } from './network.ts'

/** No feature is greater. */
const MOST = 128
/** The bits of a number without its exponent. */
const BITS = 52

/** Bytes of numbers, and of a page of memory. */
const [INTEGER, NUMBER, PAGE] = [4, 8, 65_536]
/** Bytes of the features of a seat. */
const ROW = FEATURES.length * NUMBER
/** Addresses are multiples of it: two numbers are read at once. */
const ALIGNED = 2 * NUMBER

const JUDGE_MODULE = new WebAssembly.Module(Buffer.from(JUDGE, 'base64'))

/** The features of a position, and where in the memory they lie. */
interface Position {
  at: number
  features: Features
}

/**
 * A network that judges one position after the other: of each it looks only at the features that differ from those of
 * the position before. Its weights are rounded to multiples of a power of 2 that is so great that no sum is ever
 * rounded: so a position has the same value whatever was judged before it. The rounding changes a logit by about 10^-10.
 * The sums are made by judge.wat, which adds two numbers at once: JavaScript cannot.
 */
export class RunningNetwork {
  readonly #judge: (next: number, before: number) => number
  #next: Position
  #before: Position

  constructor({ units, direct, hidden, output }: Network) {
    // An even number of units, of which the last one may count for nothing.
    const even = units + (units % 2)
    const weightsOf = (feature: number): Float64Array => hidden.subarray(feature * 2 * units, (feature + 1) * 2 * units)
    const counting = [...direct.keys()].filter((each) => direct[each] !== 0 || weightsOf(each).some(Boolean))
    const step = stepOf(counting.map((each) => Math.max(Math.abs(direct[each]!), greatest(weightsOf(each)))))
    const rounded = (weight: number): number => Math.round(weight / step) * step

    const side = even * NUMBER
    const { at, bytes } = layOut({
      next: 2 * ROW,
      before: 2 * ROW,
      counting: counting.length * INTEGER,
      direct: counting.length * NUMBER,
      hidden: counting.length * 2 * side,
      output: side,
      sums: 2 * side,
    })
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
    const numbers = (from: number, count: number): Float64Array => new Float64Array(memory.buffer, from, count)
    new Int32Array(memory.buffer, at.counting).set(counting.map((each) => each * NUMBER))
    numbers(at.direct, counting.length).set(counting.map((each) => rounded(direct[each]!)))
    for (const [index, feature] of counting.entries()) {
      const weights = weightsOf(feature).map(rounded)
      const own = at.hidden + index * 2 * side
      numbers(own, units).set(weights.subarray(0, units))
      numbers(own + side, units).set(weights.subarray(units))
    }
    numbers(at.output, units).set(output)

    const positionAt = (from: number): Position => ({
      at: from,
      features: [numbers(from, FEATURES.length), numbers(from + ROW, FEATURES.length)],
    })
    this.#next = positionAt(at.next)
    this.#before = positionAt(at.before)
    const network = { memory, row: ROW, side, count: counting.length, ...at }
    const { exports } = new WebAssembly.Instance(JUDGE_MODULE, { network })
    this.#judge = exports.judge as (next: number, before: number) => number
  }

  /** Where the features of the next position are to be written, whatever is there. */
  get next(): Features {
    return this.#next.features
  }

  /** The logit of seat 0's probability of winning in the position whose features were written into `next`. */
  judge(): number {
    const judged = this.#next
    const logit = this.#judge(judged.at, this.#before.at)
    this.#next = this.#before
    this.#before = judged
    return logit
  }
}

/** Where each part of a memory begins, and how many bytes they take together. */
function layOut<Part extends string>(sizes: Record<Part, number>): { at: Record<Part, number>; bytes: number } {
  let bytes = 0
  const at = { ...sizes }
  for (const part of Object.keys(sizes) as Part[]) {
    at[part] = bytes
    bytes += Math.ceil(sizes[part] / ALIGNED) * ALIGNED
  }
  return { at, bytes }
}

const greatest = (weights: Float64Array): number => weights.reduce((most, each) => Math.max(most, Math.abs(each)), 0)

/** The power of 2 of which the weights are multiples, so that no sum of features, weighted, has more bits. */
function stepOf(weights: readonly number[]): number {
  const most = 2 * MOST * weights.reduce((sum, each) => sum + each, 0)
  return most === 0 ? 1 : 2 ** (Math.ceil(Math.log2(most)) - BITS)
}
