import type { Line, LineListener } from './line.ts'

/** Before a WebSocket is tried again, ms: at first, and at most. The wait doubles with each failure. */
const FIRST_MS = 15_000
const LAST_MS = 5 * 60_000
/** For the connection and the first answer on it, ms: some WebSockets let only the handshake through. */
const PROOF_MS = 15_000

interface Parts {
  /** Opens a WebSocket next to the line that serves. */
  open: (listener: LineListener) => Line
  /** A WebSocket is connected, and a message has come through it. `take` returns it, or null once it is lost. */
  found: (take: () => Line | null) => void
}

/** While long polling serves, this tries whether WebSockets work by now, on a line of its own, so that nothing is lost. */
export class Upgrade {
  readonly #parts: Parts
  #failures = 0
  #line: Line | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** WebSockets are blocked: one is tried after a while, and again until `stop`. */
  begin(): void {
    this.stop()
    this.#timer = setTimeout(() => this.#attempt(), Math.min(LAST_MS, FIRST_MS * 2 ** this.#failures))
  }

  /** Perhaps it is another network: a WebSocket is tried now. */
  hurry(): void {
    this.#failures = 0
    this.stop()
    this.#attempt()
  }

  #attempt(): void {
    const failed = (): void => {
      this.#failures += 1
      this.begin()
    }
    const line = this.#parts.open({
      connected: () => line.send('connection:ping', {}, () => this.#found(line)),
      lost: failed,
      event: () => undefined,
    })
    this.#line = line
    this.#timer = setTimeout(failed, PROOF_MS)
  }

  #found(line: Line): void {
    if (line !== this.#line) return
    clearTimeout(this.#timer)
    this.#parts.found(() => {
      if (line !== this.#line) return null
      this.#failures = 0
      this.#line = null
      return line
    })
  }

  /** Tries nothing any more. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#line?.close()
    this.#line = null
  }
}
