import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LiveStore } from '../../live/index.ts'

/** The store learns of changes at most this often (ms), however many spectators come and go. */
const REPORT_EVERY_MS = 1000

/**
 * How many spectators each match has on this node. The store adds up the nodes. It is informed of a change a moment
 * later, and each count is renewed regularly.
 */
export class SpectatorCounts {
  readonly #store: Pick<LiveStore, 'reportWatchers'>
  readonly #logger: Logger
  readonly #ttlMs: number
  readonly #node = randomUUID()
  readonly #counts = new Map<string, number>()
  readonly #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #reporting: Promise<unknown> = Promise.resolve()

  constructor(store: Pick<LiveStore, 'reportWatchers'>, ttlMs: number, logger: Logger) {
    this.#store = store
    this.#ttlMs = ttlMs
    this.#logger = logger
  }

  /** Counts one more spectator. Returns a function that takes the spectator out, to be called once. */
  add(match: string): () => void {
    this.#change(match, 1)
    return () => this.#change(match, -1)
  }

  #change(match: string, by: number): void {
    const count = (this.#counts.get(match) ?? 0) + by
    if (count > 0) this.#counts.set(match, count)
    else this.#counts.delete(match)
    this.#changed.add(match)
    this.#timer ??= setTimeout(() => this.#report(), REPORT_EVERY_MS).unref()
  }

  /** The matches that have spectators here. */
  matches(): Iterable<string> {
    return this.#counts.keys()
  }

  /** Reports the counts of some matches again. */
  renew(matches: readonly string[]): void {
    for (const match of matches) this.#changed.add(match)
    this.#report()
  }

  #report(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const matches = [...this.#changed]
    this.#changed.clear()
    const reportAll = async (): Promise<void> => {
      const report = (match: string): Promise<void> =>
        this.#store.reportWatchers(match, this.#node, this.#counts.get(match) ?? 0, this.#ttlMs)
      await Promise.all(matches.map(report))
    }
    // No command depends on a count: what could not be reported is reported with the next renewal.
    this.#reporting = this.#reporting.then(reportAll).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'spectators could not be counted')
    })
  }

  /** Reports that no spectator is left here. Resolves when the store knows. */
  async close(): Promise<void> {
    for (const match of this.#counts.keys()) this.#changed.add(match)
    this.#counts.clear()
    this.#report()
    await this.#reporting
  }
}
