import type { Matches } from '../matches/index.ts'
import type { PlayerRef, ServerEvent } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { BufferedEvents } from './buffered-events.ts'

/** Whether one connection watches all matches of its player. */
export class PlayerWatch {
  readonly #matches: Matches
  readonly #player: PlayerRef
  readonly #send: (event: ServerEvent) => void
  /** The last watch; earlier ones have stopped. */
  #watch: BufferedEvents | null = null
  #closed = false

  constructor(matches: Matches, player: PlayerRef, send: (event: ServerEvent) => void) {
    this.#matches = matches
    this.#player = player
    this.#send = send
  }

  /**
   * The player's matches, and what happens in them from then on. No event is sent before the answer.
   * @throws CodedError `unavailable`.
   */
  async begin(): Promise<Answer> {
    this.stop()
    const watch = new BufferedEvents(this.#send)
    this.#watch = watch
    const { answer, stop } = await this.#matches.streams.watch(this.#player, { notify: (event) => watch.push(event) })
    watch.onStop(stop)
    if (this.#closed) watch.stop()
    return { answer, afterwards: () => watch.release() }
  }

  stop(): void {
    this.#watch?.stop()
    this.#watch = null
  }

  close(): void {
    this.#closed = true
    this.stop()
  }
}
