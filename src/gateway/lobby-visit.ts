import type { Lobby, TablesWatcher } from '../lobby/index.ts'
import type { PlayerRef, Pool, QueueAnswer, TablesChange } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import type { Send } from './events.ts'

/** What one connection does in the lobby. */
export class LobbyVisit {
  readonly #lobby: Lobby
  readonly #player: PlayerRef
  readonly #send: Send
  /** The watching of the list that counts: the last one begun. */
  #watching: ListWatch | null = null
  #closed = false

  constructor(lobby: Lobby, player: PlayerRef, send: Send) {
    this.#lobby = lobby
    this.#player = player
    this.#send = send
  }

  /** Waits in a pool as long as this connection lasts, and for a grace. @throws CodedError as `Queue.join`. */
  async join(pool: Pool): Promise<Answer> {
    return this.#hold(await this.#lobby.queue.join(this.#player, pool))
  }

  /** If the player waits, he does so from now on as long as this connection lasts, too. @throws CodedError as `Queue.status`. */
  async status(): Promise<Answer> {
    return this.#hold(await this.#lobby.queue.status(this.#player.id))
  }

  async leave(): Promise<Answer> {
    return { answer: await this.#lobby.queue.leave(this.#player.id) }
  }

  #hold(answer: QueueAnswer): Answer {
    if (answer.status === 'waiting' && !this.#closed) this.#lobby.queue.retain(this.#player.id, answer.pool, this)
    return { answer }
  }

  /** The list of tables, and its changes from then on. None is sent before the answer. @throws CodedError `unavailable`. */
  async watch(): Promise<Answer> {
    this.unwatch()
    const watch = new ListWatch(this.#send)
    this.#watching = watch
    const { answer, stop } = await this.#lobby.tables.watch(watch)
    watch.onStop(stop)
    if (this.#closed) watch.stop()
    return { answer, afterwards: () => watch.release() }
  }

  unwatch(): void {
    this.#watching?.stop()
    this.#watching = null
  }

  close(): void {
    this.#closed = true
    this.#lobby.queue.release(this.#player.id, this)
    this.unwatch()
  }
}

/** Changes of the list, held back until the list itself is on its way. */
class ListWatch implements TablesWatcher {
  readonly #send: Send
  #held: TablesChange[] | null = []
  #stopped = false
  #stop: (() => void) | null = null

  constructor(send: Send) {
    this.#send = send
  }

  changed(change: TablesChange): void {
    if (this.#held) this.#held.push(change)
    else this.#send('lobby:tables', change)
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = null
    if (!this.#stopped) for (const change of held) this.changed(change)
  }

  onStop(stop: () => void): void {
    this.#stop = stop
    if (this.#stopped) stop()
  }

  stop(): void {
    this.#stopped = true
    this.#stop?.()
  }
}
