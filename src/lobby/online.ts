import DataLoader from 'dataloader'
import type { Logger } from 'pino'
import type { PresenceStore } from '../live/index.ts'
import type { OnlinePage, OnlineQuery, PlayerRef } from '../protocol/index.ts'
import { BackgroundWork } from '../time/index.ts'
import { logFailure } from './failures.ts'

export interface OnlineOptions {
  store: PresenceStore
  logger: Logger
  /** Between two renewals (ms). Each is good for three times as long. */
  everyMs: number
}

/** Players who connect within so long (ms) are reported together: after an outage, all come back at once. */
const GATHER_MS = 20

/**
 * The players who are online: every node renews those who are connected to it, and anyone may read the list of all.
 */
export class OnlineDirectory {
  readonly #store: PresenceStore
  readonly #everyMs: number
  readonly #failed: (error: unknown) => void
  readonly #renewals: BackgroundWork
  /** Reports the players who have just connected. */
  readonly #arrivals: DataLoader<PlayerRef, void>
  /** Until the last of them are reported. */
  #reporting: Promise<void> = Promise.resolve()
  #source: () => Iterable<PlayerRef> = () => []

  constructor({ store, logger, everyMs }: OnlineOptions) {
    this.#store = store
    this.#everyMs = everyMs
    this.#failed = (error) => {
      logFailure(logger, error, 'the list of online players could not be renewed; the lobby tries again')
    }
    this.#renewals = new BackgroundWork({
      round: () => this.#renew([...this.#source()]),
      everyMs,
      waitsFirst: true,
      failed: this.#failed,
    })
    this.#arrivals = new DataLoader(
      async (players) => {
        await this.#renew(players)
        return players.map(() => undefined)
      },
      { cache: false, batchScheduleFn: (report) => void setTimeout(report, GATHER_MS) },
    )
  }

  /** Sets the function that gives the players who are connected to this node. */
  setSource(source: () => Iterable<PlayerRef>): void {
    this.#source = source
  }

  /** A player has connected to this node: others see them at once, those at other nodes a moment later. */
  connected(player: PlayerRef): void {
    this.#reporting = this.#arrivals.load(player).catch(this.#failed)
  }

  #renew(players: readonly PlayerRef[]): Promise<void> {
    return this.#store.renew(players, 3 * this.#everyMs)
  }

  /** A page of the players who are connected to any node. @throws CodedError `unavailable`. */
  async page({ limit, after, cursor = after }: OnlineQuery): Promise<OnlinePage> {
    await this.#reporting
    const { count, players } = await this.#store.page(limit + 1, cursor)
    const page = players.slice(0, limit)
    const last = page.at(-1)
    return { count, players: page, ...(players.length > limit && last && { next: last.id }) }
  }

  /** A player who is connected to any node; null if they are not. @throws CodedError `unavailable`. */
  async find(player: string): Promise<PlayerRef | null> {
    await this.#reporting
    return this.#store.find(player)
  }

  /** The ids of those of some players who are connected to any node. @throws CodedError `unavailable`. */
  async among(players: readonly string[]): Promise<Set<string>> {
    await this.#reporting
    return this.#store.among(players)
  }

  /** Resolves when the last report is over. */
  async stop(): Promise<void> {
    await Promise.all([this.#renewals.stop(), this.#reporting])
  }
}
