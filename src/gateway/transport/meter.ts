/** The time over which packets are counted (ms). */
const WINDOW_MS = 10_000

/** Packets that are longer count for more (characters). */
const CHARACTERS_PER_UNIT = 16 * 1024

/** What one connection has sent lately, and what it has not read. */
export class Meter {
  /** How much the connection may send in one window. */
  budget: number
  /** The length of the packets that wait until the transport can send (characters). */
  waiting = 0
  /** Since when the connection waits for its client to close it (`performance.now()`). */
  closingSince: number | null = null
  #windowEnds = 0
  #used = 0

  constructor(budget: number) {
    this.budget = budget
  }

  /** Counts a packet by its length. False: the connection has sent too much. */
  receive(length: number): boolean {
    const now = performance.now()
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS
      this.#used = 0
    }
    this.#used += 1 + Math.floor(length / CHARACTERS_PER_UNIT)
    return this.#used <= this.budget
  }
}
