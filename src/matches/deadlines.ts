import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'

/** Ended at a time. What is overdue beyond that is found by the next look. */
const MOST = 100

export interface DeadlinesParts {
  store: Pick<LiveStore, 'heartbeat'>
  /** Ends a match whose time has run out. */
  flag: (match: string) => Promise<void>
  /** Between two looks (ms). */
  everyMs: number
  logger: Logger
}

/**
 * Looks every so often for matches whose time has run out, and ends them. Every node does: whoever looks first ends the match,
 * the others find it over. The look also says that the server is there, so it never waits for what it found.
 */
export class Deadlines {
  readonly #parts: DeadlinesParts
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** What is being ended. */
  readonly #underWay = new Map<string, Promise<void>>()
  #failing = false

  constructor(parts: DeadlinesParts) {
    this.#parts = parts
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#look()
      await delay(this.#parts.everyMs, undefined, { ref: false, signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    const { store, logger } = this.#parts
    try {
      const overdue = await store.heartbeat(MOST)
      for (const match of overdue) if (this.#underWay.size < MOST && !this.#underWay.has(match)) this.#end(match)
      this.#failing = false
    } catch (error) {
      if (!this.#failing) logger.warn({ err: error }, 'deadlines cannot be looked for')
      this.#failing = true
    }
  }

  /** What cannot be ended now is found again. */
  #end(match: string): void {
    const { flag, logger } = this.#parts
    const ended = flag(match)
      .catch((error: unknown) => logger.warn({ err: error, match }, 'a match whose time ran out could not be ended'))
      .finally(() => this.#underWay.delete(match))
    this.#underWay.set(match, ended)
  }

  /** Resolves when what is under way is over. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    await Promise.all(this.#underWay.values())
  }
}
