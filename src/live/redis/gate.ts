import { unavailable } from '../unavailable.ts'

/**
 * Whether a connection can be used. While it is being made, callers wait for the outcome. Once an attempt has failed,
 * they are refused at once until one succeeds.
 */
export class Gate {
  #state: 'trying' | 'open' | 'shut' = 'trying'
  #cause: unknown
  #waiting: { resolve: () => void; reject: (error: Error) => void }[] = []

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  get isShut(): boolean {
    return this.#state === 'shut'
  }

  open(): void {
    this.#state = 'open'
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }

  /** The connection was lost, or an attempt to make it has failed. After a loss, callers wait for one more attempt. */
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
