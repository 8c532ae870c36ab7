import type { Lobby } from '../lobby/index.ts'
import type { PlayerRef, QueueAnswer, ServerEvent, TablesAnswer } from '../protocol/index.ts'
import { ExclusiveWatch } from './exclusive-watch.ts'

/** What the lobby does for one connection as long as it lasts. */
export class LobbyVisit {
  readonly #queue: Lobby['queue']
  readonly #player: PlayerRef
  /** The list of tables, and its changes. */
  readonly tables: ExclusiveWatch<TablesAnswer>
  #closed = false

  constructor(
    { queue, tables }: Pick<Lobby, 'queue' | 'tables'>,
    player: PlayerRef,
    send: (event: ServerEvent) => void,
  ) {
    this.#queue = queue
    this.#player = player
    this.tables = new ExclusiveWatch(send, (push) =>
      tables.watch({ changed: (change) => push({ event: 'lobby:tables', payload: change }) }),
    )
  }

  /** A player who waits does so from now on as long as this connection lasts, and for a grace. */
  retain(answer: QueueAnswer): QueueAnswer {
    if (answer.status === 'waiting' && !this.#closed) this.#queue.retain(this.#player.id, answer.pool, this)
    return answer
  }

  close(): void {
    this.#closed = true
    this.#queue.release(this.#player.id, this)
    this.tables.close()
  }
}
