import type { ServerEvent } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { BufferedEvents } from './buffered-events.ts'

/** What begins to send events: the answer that says what is so now, and what ends the events. */
export type BeginWatch = (push: (event: ServerEvent) => void) => Promise<{ answer: object; stop: () => void }>

/** Something that a connection watches at most once: a new watch ends the one before. */
export class ExclusiveWatch {
  readonly #send: (event: ServerEvent) => void
  readonly #begin: BeginWatch
  /** The last watch; earlier ones have stopped. */
  #watch: BufferedEvents | null = null
  #closed = false

  constructor(send: (event: ServerEvent) => void, begin: BeginWatch) {
    this.#send = send
    this.#begin = begin
  }

  /** The answer, and the events from then on. None is sent before the answer. @throws as the function that begins it. */
  async begin(): Promise<Answer> {
    this.stop()
    const watch = new BufferedEvents(this.#send)
    this.#watch = watch
    const { answer, stop } = await this.#begin((event) => watch.push(event))
    watch.onStop(stop)
    if (this.#closed) watch.stop()
    return { answer, afterwards: () => watch.release() }
  }

  stop(): void {
    this.#watch?.stop()
    this.#watch = null
  }

  /** Ends the watch, and every later one as soon as it has begun. */
  close(): void {
    this.#closed = true
    this.stop()
  }
}
