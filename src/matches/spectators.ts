import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'

/** However many come and go in it, the store is told once. */
const TELL_EVERY_MS = 1000

/**
 * How many spectators each match has on this node. The store adds up the nodes; it is told of a change a moment later, and
 * again with every heartbeat.
 */
export class Spectators {
  readonly #store: Pick<LiveStore, 'reportWatchers'>
  readonly #logger: Logger
  readonly #ttlMs: number
  readonly #node = randomUUID()
  readonly #counts = new Map<string, number>()
  readonly #changed = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #telling: Promise<unknown> = Promise.resolve()

  constructor(store: Pick<LiveStore, 'reportWatchers'>, ttlMs: number, logger: Logger) {
    this.#store = store
    this.#ttlMs = ttlMs
    this.#logger = logger
  }

  /** One more. Gives back what to call, once, when he is gone. */
  add(match: string): () => void {
    this.#change(match, 1)
    return () => this.#change(match, -1)
  }

  #change(match: string, by: number): void {
    const count = (this.#counts.get(match) ?? 0) + by
    if (count > 0) this.#counts.set(match, count)
    else this.#counts.delete(match)
    this.#changed.add(match)
    this.#timer ??= setTimeout(() => this.#tell(), TELL_EVERY_MS).unref()
  }

  /** Tells of every match that has spectators here. */
  heartbeat(): void {
    for (const match of this.#counts.keys()) this.#changed.add(match)
    this.#tell()
  }

  #tell(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const matches = [...this.#changed]
    this.#changed.clear()
    const tellAll = async (): Promise<void> => {
      await Promise.all(matches.map((match) => this.#store.reportWatchers(match, this.#node, this.#counts.get(match) ?? 0, this.#ttlMs)))
    }
    // A count is a courtesy: what could not be told is told with the next heartbeat.
    this.#telling = this.#telling.then(tellAll).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'spectators could not be counted')
    })
  }

  /** Says that nobody is left, and resolves when the store knows. */
  async close(): Promise<void> {
    for (const match of this.#counts.keys()) this.#changed.add(match)
    this.#counts.clear()
    this.#tell()
    await this.#telling
  }
}
