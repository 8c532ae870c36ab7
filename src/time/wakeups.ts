import { pause } from './backoff.ts'

/**
 * The waits of a loop that looks for work: a wait ends early when there is work, or when the loop has to stop. In each
 * round the loop calls `begin` before it looks.
 */
export class Wakeups {
  readonly #stopping = new AbortController()
  #waiting = new AbortController()
  #isNotified = false

  /** Aborted once the loop has to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** There is work. */
  notify(): void {
    this.#isNotified = true
    this.#waiting.abort()
  }

  stop(): void {
    this.#stopping.abort()
    this.#waiting.abort()
  }

  /** A round begins: what is notified from now on keeps the loop from waiting at its end. */
  begin(): void {
    this.#isNotified = false
    this.#waiting = new AbortController()
  }

  /** Waits at most so long (ms), and not at all if there is work by now, or the loop has to stop. */
  async wait(ms: number): Promise<void> {
    if (!this.#isNotified && !this.stopping.aborted) await pause(ms, this.#waiting.signal)
  }
}
