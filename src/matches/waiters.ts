import { CodedError } from '../protocol/index.ts'
import type { Feed } from './feed.ts'

/** Requests that wait for a match to move on; never more than a number of them at once. */
export class Waiters {
  readonly #most: number
  readonly #open = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Resolves at the feed's next version, after `waitMs`, when `signal` aborts, or when all are released: whichever is first.
   * @throws CodedError `unavailable` when too many wait already.
   */
  async untilStep(feed: Feed, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return
    if (this.#open.size >= this.#most) throw new CodedError('unavailable', 'Too many requests wait for a move already.')
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        feed.listeners.delete(listener)
        this.#open.delete(done)
        resolve()
      }
      const listener = { step: done }
      const timer = setTimeout(done, waitMs)
      signal?.addEventListener('abort', done)
      feed.listeners.add(listener)
      this.#open.add(done)
    })
  }

  releaseAll(): void {
    for (const done of [...this.#open]) done()
  }
}
