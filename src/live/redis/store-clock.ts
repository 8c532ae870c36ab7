/** How many answers are remembered. Older ones do not count, as clocks drift. */
const REMEMBERED = 20
/** Both clocks are read in whole ms. */
const ROUNDING_MS = 2

interface Sample {
  /** What the store's clock says more than this node's stopwatch (ms), and by how much that may be wrong. */
  offset: number
  error: number
}

/**
 * The store's time, as far as this node can know it: by a stopwatch, set by what the store has answered. The time of
 * the node's own clock counts only until the first answer. After that, time does not go back: when the store's clock is
 * set back, it stands still.
 */
export class StoreClock {
  #samples: Sample[] = []
  #best: Sample = { offset: Date.now() - performance.now(), error: Infinity }
  #latest = 0

  /**
   * The store answered with its time (ms since 1970) between two moments of the stopwatch (ms, `performance.now`). Of
   * the last answers the quickest counts: a slow one does not make the time jump. If they contradict each other, a
   * clock was set, and the new one counts.
   */
  learn(time: number, asked: number, answered: number): void {
    const sample = { offset: time - (asked + answered) / 2, error: (answered - asked) / 2 + ROUNDING_MS }
    if (Math.abs(sample.offset - this.#best.offset) > sample.error + this.#best.error) this.#samples = []
    this.#samples = [...this.#samples, sample].slice(-REMEMBERED)
    this.#best = this.#samples.reduce((best, other) => (other.error <= best.error ? other : best))
  }

  /** In ms since 1970. */
  now(): number {
    const now = Math.round(performance.now() + this.#best.offset)
    if (this.#samples.length === 0) return now
    this.#latest = Math.max(this.#latest, now)
    return this.#latest
  }
}
