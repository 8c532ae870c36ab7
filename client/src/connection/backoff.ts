const FIRST_MS = 500
const LAST_MS = 10_000

/**
 * How long to wait before the next attempt, at random: many clients that lost one server must not come back at
 * once.
 */
export class Backoff {
  #failures = 0

  /** Ms before the attempt after one more failure. The first one is soon; the waits double up to 10 seconds. */
  next(): number {
    const most = Math.min(LAST_MS, FIRST_MS * 2 ** this.#failures)
    this.#failures += 1
    return Math.random() * most
  }

  reset(): void {
    this.#failures = 0
  }
}
