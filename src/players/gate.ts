import { CodedError } from '../protocol/index.ts'

const RETRY_AFTER_MS = 1000

/** Lets through some work at a time; what comes meanwhile waits its turn, and what finds too much waiting is refused. */
export class Gate {
  readonly #most: number
  readonly #mostWaiting: number
  #inside = 0
  readonly #waiting: (() => void)[] = []

  constructor({ most, mostWaiting }: { most: number; mostWaiting: number }) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** Does some work in its turn. @throws CodedError `rate-limited`, and what the work throws. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#most) this.#inside += 1
    else await this.#turn()
    try {
      return await work()
    } finally {
      // The place is handed over, so that nobody who comes now gets in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#inside -= 1
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) {
      throw new CodedError('rate-limited', undefined, { retryAfterMs: RETRY_AFTER_MS })
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
