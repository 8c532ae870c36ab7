import type { Look, Matches } from '../matches/index.ts'
import type { PlayerRef, ViewAnswer } from '../protocol/index.ts'
import type { Send, ServerEvents } from './events.ts'

/** A match that a connection watches. Its events are held back until the answer to the request is on its way. */
export class WatchedMatch {
  readonly #send: Send
  #held: (() => void)[] | null = []
  #stopped = false
  #stopWatching: (() => Promise<void>) | null = null

  constructor(send: Send) {
    this.#send = send
  }

  /** The view that the events to come begin from. To be called once. @throws CodedError as `Matches.watch`. */
  async begin(matches: Matches, player: PlayerRef, match: string, look: Look): Promise<ViewAnswer> {
    const { answer, stop } = await matches.watch(player, match, look, {
      update: (update) => this.#tell('match:update', update),
      ended: (ended) => this.#tell('match:ended', ended),
      presence: (presence) => this.#tell('match:presence', presence),
      rematch: (rematch) => this.#tell('match:rematch', rematch),
      chat: (message) => this.#tell('chat:message', message),
    })
    this.#stopWatching = stop
    if (this.#stopped) await stop()
    return answer
  }

  #tell<E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void {
    if (this.#stopped) return
    if (this.#held) this.#held.push(() => this.#send(event, payload))
    else this.#send(event, payload)
  }

  /** Sends what was held back, and from now on everything at once. */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    if (!this.#stopped) for (const send of held) send()
  }

  /** Sends nothing more. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#stopWatching?.()
  }
}
