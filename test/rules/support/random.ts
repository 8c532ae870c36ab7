import { Random as RepeatableRandom } from '../../../src/bots/random.ts'

/** Repeatable random numbers: the same name gives the same sequence on every machine. */
export class Random extends RepeatableRandom {
  /** True with the probability 1 / `times`. */
  onceIn(times: number): boolean {
    return this.below(times) === 0
  }
}
