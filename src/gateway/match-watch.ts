import type { Matches, ViewOptions, Watcher } from '../matches/index.ts'
import type { MatchServerEvent, PlayerRef, ServerEvent, ViewAnswer } from '../protocol/index.ts'

/** A match that a connection watches. Its events are buffered until the answer to the request is on its way. */
export class MatchWatch implements Watcher {
  readonly #send: (event: ServerEvent) => void
  #buffer: MatchServerEvent[] | null = []
  #stopped = false
  #stopWatching: (() => Promise<void>) | null = null

  constructor(send: (event: ServerEvent) => void) {
    this.#send = send
  }

  /** The view from which the events go on. To be called once. @throws CodedError as `Watches.watch`. */
  async begin({ watches }: Matches, player: PlayerRef, match: string, options: ViewOptions): Promise<ViewAnswer> {
    const { answer, stop } = await watches.watch(player, match, options, this)
    this.#stopWatching = stop
    if (this.#stopped) await stop()
    return answer
  }

  notify(event: MatchServerEvent): void {
    if (this.#stopped) return
    if (this.#buffer) this.#buffer.push(event)
    else this.#send(event)
  }

  /** Sends the buffered events, and all events at once from now on. */
  release(): void {
    const buffered = this.#buffer ?? []
    this.#buffer = null
    if (!this.#stopped) for (const event of buffered) this.#send(event)
  }

  /** Sends nothing more. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#stopWatching?.()
  }
}
