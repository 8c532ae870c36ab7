import type { Features } from './features/features.ts'
import { FEATURES } from './features/names.ts'

/** Examples of one part of the store. */
const PART = 65_536
const SIZE = 2 * FEATURES.length

/** Positions, each with how its game ended for seat 0, from 0 to 1: a million of them take less than a gigabyte. */
export class Examples {
  #length = 0
  /** Features are whole numbers. */
  readonly #features: Int16Array[] = []
  readonly #outcomes: Float64Array[] = []

  get length(): number {
    return this.#length
  }

  add([first, second]: Features, outcome: number): void {
    const [part, at] = [Math.floor(this.#length / PART), this.#length % PART]
    const features = (this.#features[part] ??= new Int16Array(PART * SIZE))
    const outcomes = (this.#outcomes[part] ??= new Float64Array(PART))
    features.set(first, at * SIZE)
    features.set(second, at * SIZE + FEATURES.length)
    outcomes[at] = outcome
    this.#length++
  }

  /**
   * Writes the features of an example into a place.
   * @returns its outcome.
   */
  read(number: number, [first, second]: Features): number {
    const [part, at] = [Math.floor(number / PART), number % PART]
    const features = this.#features[part]!
    const from = at * SIZE
    for (let index = 0; index < FEATURES.length; index++) {
      first[index] = features[from + index]!
      second[index] = features[from + FEATURES.length + index]!
    }
    return this.#outcomes[part]![at]!
  }
}
