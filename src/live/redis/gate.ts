import { unavailable } from '../unavailable.ts'

/**
 * Says whether a connection can be used. While it is being made, who wants to use it waits for the outcome; once an attempt
 * has failed he is sent away at once, until one succeeds.
 */
export class Gate {
  #state: 'trying' | 'open' | 'shut' = 'trying'
  #cause: unknown
  #waiting: { resolve: () => void; reject: (error: Error) => void }[] = []

  get isShut(): boolean {
    return this.#state === 'shut'
  }

  open(): void {
    this.#state = 'open'
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  /** The connection was lost, or an attempt to make it has failed: after the former one more attempt is waited for. */
  lose(cause?: unknown): void {
    if (this.#state === 'open') this.#state = 'trying'
    else this.shut(cause)
  }

  shut(cause?: unknown): void {
    this.#state = 'shut'
    this.#cause = cause
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable(cause))
  }

  /** @throws CodedError `unavailable`. */
  pass(): Promise<void> {
    if (this.#state === 'open') return Promise.resolve()
    if (this.#state === 'shut') return Promise.reject(unavailable(this.#cause))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
  }
}
