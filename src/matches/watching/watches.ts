import type { Logger } from 'pino'
import type { LiveStore } from '../../live/index.ts'
import type { PlayerRef, ViewAnswer } from '../../protocol/index.ts'
import { CodedError } from '../../protocol/index.ts'
import { seatOf } from '../../record/index.ts'
import { Rounds } from '../../time/index.ts'
import type { Lifecycle } from '../lifecycle.ts'
import type { Replicas } from '../replica/replicas.ts'
import type { ViewOptions, Views } from '../views.ts'
import { requireVersion } from '../views.ts'
import { SpectatorCounts } from './spectator-counts.ts'
import type { Watcher } from './watch.ts'
import { Watch } from './watch.ts'

/** The longest time that a timer of Node can wait (ms); it fires at once for a longer one. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** A player without a socket counts as connected for this time after each request (ms). */
const REQUEST_PRESENCE_MS = 45_000

export interface WatchesParts {
  store: Pick<LiveStore, 'connect' | 'disconnect' | 'reportWatchers'>
  replicas: Replicas
  views: Views
  lifecycle: Lifecycle
  logger: Logger
  /** The time between two reports of who is connected here; the store believes a report for three times as long (ms). */
  renewalMs: number
}

/** Everybody who watches a match on this node. */
export class Watches {
  readonly #parts: WatchesParts
  readonly #spectatorCounts: SpectatorCounts
  readonly #watches = new Set<Watch>()
  /** Report again who is connected here: all at once would be a burst. */
  readonly #renewals: readonly { stop(): void }[]
  readonly #presenceTtlMs: number

  /** @throws RangeError if a timer cannot wait for as long as the store believes a report. */
  constructor(parts: WatchesParts) {
    this.#parts = parts
    const { store, logger, renewalMs } = parts
    this.#presenceTtlMs = 3 * renewalMs
    if (this.#presenceTtlMs > LONGEST_TIMER_MS) throw new RangeError(`${renewalMs} ms between renewals are too many`)
    const spectatorCounts = (this.#spectatorCounts = new SpectatorCounts(store, this.#presenceTtlMs, logger))
    this.#renewals = [
      new Rounds({
        items: () => this.#watches,
        visit: (watches) => watches.forEach((watch) => watch.renew()),
        everyMs: renewalMs,
      }),
      new Rounds({
        items: () => spectatorCounts.matches(),
        visit: (matches) => spectatorCounts.renew(matches),
        everyMs: renewalMs,
      }),
    ]
  }

  /**
   * The view now, and then every event for the watcher, until `stop`. The watcher may receive the event of the next
   * version before the caller receives the answer. A player with a seat counts as connected meanwhile.
   * @throws CodedError `unknown-match`, `code-needed`, `sealed`, `unknown-version`, `unavailable`.
   */
  async watch(
    player: PlayerRef | null,
    match: string,
    { sinceVersion, code }: ViewOptions,
    watcher: Watcher,
  ): Promise<{ answer: ViewAnswer; stop: () => Promise<void> }> {
    const { replicas, views, lifecycle, store, logger } = this.#parts
    return replicas.use(match, async (replica) => {
      views.admit(replica.fold, player, code)
      if (sinceVersion !== undefined) await requireVersion(replica, sinceVersion)
      // Nothing is awaited from here on: no version falls between the answer and the first update.
      const answer = views.answer(replica, player, sinceVersion)
      const release = replicas.retain(match)
      const watch = new Watch({
        replica,
        player,
        watcher,
        store,
        logger,
        spectatorCounts: this.#spectatorCounts,
        presenceTtlMs: this.#presenceTtlMs,
      })
      const { state, outcome } = replica.fold
      if (player && state && !outcome && seatOf(replica.fold, player.id) !== null) lifecycle.playing(replica)
      this.#watches.add(watch)
      const stop = async (): Promise<void> => {
        if (this.#watches.delete(watch)) release()
        return watch.stop()
      }
      return { answer, stop }
    })
  }

  /**
   * Reports that a player without a socket has sent a request, which may wait for `waitMs`: a player with a seat counts
   * as connected for that time and a while. Never rejects.
   */
  async reportRequest(player: PlayerRef, match: string, waitMs = 0): Promise<void> {
    const { replicas, store, logger } = this.#parts
    try {
      await replicas.use(match, async ({ fold }) => {
        const seat = seatOf(fold, player.id)
        if (seat !== null && !fold.outcome) await store.connect(match, seat, 'http', waitMs + REQUEST_PRESENCE_MS)
      })
    } catch (error) {
      if (!(error instanceof CodedError)) logger.warn({ err: error, match }, 'presence could not be reported')
    }
  }

  /** Stops all watches. Resolves when the store knows that nobody is connected here. */
  async close(): Promise<void> {
    for (const renewal of this.#renewals) renewal.stop()
    const stopping = [...this.#watches].map((watch) => watch.stop())
    this.#watches.clear()
    await Promise.all(stopping)
    await this.#spectatorCounts.close()
  }
}
