import type { BeginWatch } from '../commands/index.ts'
import { Watch } from '../commands/index.ts'
import type { ServerEvent } from '../protocol/index.ts'
import type { Answer } from './answer.ts'

/** Something that a connection watches at most once: a new watch ends the one before. */
export class ExclusiveWatch<Body extends object> {
  readonly #send: (event: ServerEvent) => void
  readonly #begin: BeginWatch<ServerEvent, Body>
  /** The last watch; earlier ones have stopped. */
  #watch: Watch | null = null
  #closed = false

  constructor(send: (event: ServerEvent) => void, begin: BeginWatch<ServerEvent, Body>) {
    this.#send = send
    this.#begin = begin
  }

  /** The answer, and the events from then on. None is sent before the answer. @throws as the function that begins it. */
  async begin(): Promise<Answer<Body>> {
    this.stop()
    const watch = new Watch(this.#send)
    this.#watch = watch
    const answer = await watch.begin(this.#begin)
    if (this.#closed) await watch.stop()
    return { answer, afterwards: () => watch.release() }
  }

  stop(): void {
    void this.#watch?.stop()
    this.#watch = null
  }

  /** Ends the watch, and every later one as soon as it has begun. */
  close(): void {
    this.#closed = true
    this.stop()
  }
}
