import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import { pause } from '../time/index.ts'

/** How many matches are ended at the same time. The next poll finds the rest. */
const MOST = 100
/** How many matches are remembered that could not be ended. */
const MOST_FAILED = 10_000

export interface DeadlinePollerParts {
  store: Pick<LiveStore, 'heartbeat'>
  /** Ends a match whose time has run out. */
  flag: (match: string) => Promise<void>
  /** The time between two polls (ms). */
  everyMs: number
  logger: Logger
}

/**
 * Polls the store for matches whose time has run out, and ends them. Every node does this: the first one ends the
 * match, the others find it over. A poll also reports that the server runs, so it never waits for the ends.
 */
export class DeadlinePoller {
  readonly #parts: DeadlinePollerParts
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** By match, the ends in progress. */
  readonly #ends = new Map<string, Promise<void>>()
  /**
   * The matches that this node could not end: the one that was tried longest ago comes first. The store offers them at
   * every poll, perhaps before all others.
   */
  readonly #failed = new Set<string>()
  #failing = false

  constructor(parts: DeadlinePollerParts) {
    this.#parts = parts
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#poll()
      await pause(this.#parts.everyMs, signal)
    }
  }

  async #poll(): Promise<void> {
    const { store, logger } = this.#parts
    try {
      const overdue = new Set(await store.heartbeat(MOST + this.#ends.size + this.#failed.size))
      for (const match of this.#failed) if (!overdue.delete(match)) this.#failed.delete(match)
      for (const match of [...overdue, ...this.#failed]) {
        if (this.#ends.size < MOST && !this.#ends.has(match)) this.#end(match)
      }
      this.#failing = false
    } catch (error) {
      if (!this.#failing) logger.warn({ err: error }, 'the store cannot be polled for deadlines')
      this.#failing = true
    }
  }

  /** Ends one match. If that fails, a later poll finds it again. */
  #end(match: string): void {
    const { flag, logger } = this.#parts
    this.#failed.delete(match)
    const ended = flag(match)
      .catch((error: unknown) => {
        if (this.#failed.size < MOST_FAILED) this.#failed.add(match)
        // A node with the rules of the match ends it; every poll of this one finds it again.
        const level = error instanceof CodedError && error.code === 'other-rules' ? 'debug' : 'warn'
        logger[level]({ err: error, match }, 'a match whose time ran out could not be ended')
      })
      .finally(() => this.#ends.delete(match))
    this.#ends.set(match, ended)
  }

  /** Stops polling. Resolves when the ends in progress are done. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await Promise.all(this.#ends.values())
  }
}
