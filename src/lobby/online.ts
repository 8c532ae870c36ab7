import type { Logger } from 'pino'
import type { LobbyStore } from '../live/index.ts'
import type { OnlinePage, OnlineQuery, PlayerRef } from '../protocol/index.ts'

export interface OnlineOptions {
  store: Pick<LobbyStore, 'greet' | 'online'>
  logger: Logger
  /** How often the store is told who is connected here; it believes it for three times as long (ms). */
  everyMs: number
}

/** Who is online: every node says who is connected to it, and anybody may ask for all of them. */
export class Online {
  readonly #store: OnlineOptions['store']
  readonly #logger: Logger
  readonly #everyMs: number
  readonly #timer: NodeJS.Timeout
  #connected: () => Iterable<PlayerRef> = () => []

  constructor({ store, logger, everyMs }: OnlineOptions) {
    this.#store = store
    this.#logger = logger
    this.#everyMs = everyMs
    this.#timer = setInterval(() => this.#greet([...this.#connected()]), everyMs).unref()
  }

  /** Where to ask who is connected to this node. */
  ask(connected: () => Iterable<PlayerRef>): void {
    this.#connected = connected
  }

  /** A player has connected: others see it at once. */
  came(player: PlayerRef): void {
    this.#greet([player])
  }

  #greet(players: PlayerRef[]): void {
    this.#store.greet(players, 3 * this.#everyMs).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'it could not be told who is online')
    })
  }

  /** A page of those who are connected to any node. @throws CodedError `unavailable`. */
  async page({ limit, after }: OnlineQuery): Promise<OnlinePage> {
    const { count, players } = await this.#store.online(limit + 1, after)
    const page = players.slice(0, limit)
    const last = page.at(-1)
    return { count, players: page, ...(players.length > limit && last && { next: last.id }) }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
