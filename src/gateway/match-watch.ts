import type { Matches, ViewOptions, Watcher } from '../matches/index.ts'
import type { MatchServerEvent, PlayerRef, Update, ViewAnswer } from '../protocol/index.ts'

/** A match that a connection watches. Its events are buffered while an answer must be sent first. */
export class MatchWatch implements Watcher {
  readonly #send: (event: MatchServerEvent) => void
  readonly #buffer: MatchServerEvent[] = []
  /** How many answers the events wait for: at first, that to the request which began the watch. */
  #holds = 1
  #stopped = false
  #stopWatching: (() => Promise<void>) | null = null

  constructor(send: (event: MatchServerEvent) => void) {
    this.#send = send
  }

  /** The view from which the events go on. To be called once. @throws CodedError as `Watches.watch`. */
  async begin({ watches }: Matches, player: PlayerRef | null, match: string, options: ViewOptions): Promise<ViewAnswer> {
    const { answer, stop } = await watches.watch(player, match, options, this)
    this.#stopWatching = stop
    if (this.#stopped) await stop()
    return answer
  }

  notify(event: MatchServerEvent): void {
    if (this.#stopped) return
    if (this.#holds > 0) this.#buffer.push(event)
    else this.#send(event)
  }

  /** Buffers all events until `release`. */
  hold(): void {
    this.#holds += 1
  }

  /** An answer is on its way. After the last one, the buffered events are sent, and all others at once. */
  release(): void {
    this.#holds -= 1
    if (this.#holds > 0) return
    const buffered = this.#buffer.splice(0)
    if (!this.#stopped) for (const event of buffered) this.#send(event)
  }

  /**
   * Takes the update of a version out of the buffer, for an answer that has it instead. The events before it are sent.
   * Undefined: it is not there, as it was sent before, or is still to come.
   */
  takeUpdate(version: number): Update | undefined {
    const at = this.#buffer.findIndex(({ event, payload }) => event === 'match:update' && payload.version === version)
    if (at === -1 || this.#stopped) return undefined
    const before = this.#buffer.splice(0, at)
    for (const event of before) this.#send(event)
    return this.#buffer.shift()!.payload as Update
  }

  /** Sends nothing more. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#stopWatching?.()
  }
}
