export interface RoundsParts<Item> {
  /** All items, at the beginning of a round. */
  items: () => Iterable<Item>
  /** Takes a slice of them. Items may be gone by then. It must not throw. */
  visit: (slice: readonly Item[]) => void
  /** How long one round takes (ms), and the time between two visits of an item. */
  everyMs: number
}

/** How many items one slice has at most. Between two slices, other work gets its turn. */
export const MOST_IN_SLICE = 100

/**
 * Visits all of many items again and again, once in each round: a slice at a time, spread evenly over the round, however
 * many items there are. The first round begins after `everyMs`.
 */
export class Rounds<Item> {
  readonly #parts: RoundsParts<Item>
  /** The items of this round, of which the first `#visited` had their turn. */
  #round: readonly Item[] = []
  #visited = 0
  /** When the next slice is due (`performance.now()`), and the time from one slice of this round to the next (ms). */
  #due: number
  #stepMs: number
  #timer: NodeJS.Timeout

  constructor(parts: RoundsParts<Item>) {
    this.#parts = parts
    this.#stepMs = parts.everyMs
    this.#due = performance.now() + parts.everyMs
    this.#timer = this.#schedule()
  }

  #schedule(): NodeJS.Timeout {
    // A process that is late catches up, but never with two slices in one tick of the event loop.
    const ms = Math.max(this.#stepMs / 2, this.#due - performance.now())
    return setTimeout(() => this.#step(), ms).unref()
  }

  #step(): void {
    const { items, visit, everyMs } = this.#parts
    if (this.#visited >= this.#round.length) {
      this.#round = [...items()]
      this.#visited = 0
      this.#stepMs = everyMs / Math.max(1, Math.ceil(this.#round.length / MOST_IN_SLICE))
    }
    const slice = this.#round.slice(this.#visited, this.#visited + MOST_IN_SLICE)
    this.#visited += MOST_IN_SLICE
    // A process that slept for longer makes up for one round.
    this.#due = Math.max(this.#due, performance.now() - everyMs) + this.#stepMs
    this.#timer = this.#schedule()
    if (slice.length > 0) visit(slice)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
