import { CodedError } from '../protocol/index.ts'
import type { Notifier, Subscriber } from './replica/notifier.ts'

/** Requests that wait for the next version of a match; their number is bounded. */
export class LongPolls {
  readonly #most: number
  readonly #open = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Resolves at the next version, after `waitMs`, when `signal` aborts, or at `releaseAll`: whichever comes first.
   * @throws CodedError `unavailable` when too many requests wait.
   */
  async wait(notifier: Notifier, waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return
    if (this.#open.size >= this.#most) throw new CodedError('unavailable', 'Too many requests wait for a move already.')
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        notifier.subscribers.delete(subscriber)
        this.#open.delete(done)
        resolve()
      }
      const subscriber: Subscriber = {
        notify: ({ notice }) => {
          if (notice.type === 'entry' || notice.type === 'reset') done()
        },
      }
      const timer = setTimeout(done, waitMs)
      signal?.addEventListener('abort', done)
      notifier.subscribers.add(subscriber)
      this.#open.add(done)
    })
  }

  /** Ends all waits. */
  releaseAll(): void {
    for (const done of [...this.#open]) done()
  }
}
