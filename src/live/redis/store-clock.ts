/** As many answers are remembered: the clocks drift. */
const REMEMBERED = 20
/** Both clocks tell whole ms. */
const ROUNDING_MS = 2

interface Sample {
  /** By how much the store's clock is ahead of this node's (ms), and by how much that may be wrong. */
  offset: number
  error: number
}

/** The store's time, as far as this node can tell: by its own clock, set right by what the store answered. */
export class StoreClock {
  #samples: Sample[] = []
  #best: Sample = { offset: 0, error: Infinity }

  /**
   * The store told its time between two moments of this node's clock (all in ms since 1970). Of the last answers that one
   * counts that was quickest: a slow one does not make the time jump. Unless they contradict each other, as a clock was set.
   */
  learn(time: number, asked: number, answered: number): void {
    const sample = { offset: time - (asked + answered) / 2, error: (answered - asked) / 2 + ROUNDING_MS }
    if (Math.abs(sample.offset - this.#best.offset) > sample.error + this.#best.error) this.#samples = []
    this.#samples = [...this.#samples, sample].slice(-REMEMBERED)
    this.#best = this.#samples.reduce((best, other) => (other.error <= best.error ? other : best))
  }

  now(): number {
    return Math.round(Date.now() + this.#best.offset)
  }
}
