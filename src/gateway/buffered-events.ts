import type { ServerEvent } from '../protocol/index.ts'

/** Sends the events of something that a connection watches; but none before the answer that begins the watch. */
export class BufferedEvents {
  readonly #send: (event: ServerEvent) => void
  #buffer: ServerEvent[] | null = []
  #stopped = false
  #stop: (() => void) | null = null

  constructor(send: (event: ServerEvent) => void) {
    this.#send = send
  }

  push(event: ServerEvent): void {
    if (this.#stopped) return
    if (this.#buffer) this.#buffer.push(event)
    else this.#send(event)
  }

  /** The answer is on its way: the events follow. */
  release(): void {
    const buffered = this.#buffer ?? []
    this.#buffer = null
    for (const event of buffered) this.push(event)
  }

  /** Sets what ends the watch. If `stop` was called before, the watch ends now. */
  onStop(stop: () => void): void {
    this.#stop = stop
    if (this.#stopped) stop()
  }

  /** Sends nothing more, and ends the watch. */
  stop(): void {
    this.#stopped = true
    this.#stop?.()
    this.#stop = null
  }
}
