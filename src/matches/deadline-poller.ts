import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import { BackgroundWork, InHand } from '../time/index.ts'

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
  readonly #polls: BackgroundWork
  readonly #ends: InHand<string>
  /**
   * The matches that this node could not end: the one that was tried longest ago comes first. The store offers them at
   * every poll, perhaps before all others.
   */
  readonly #failed = new Set<string>()

  constructor(parts: DeadlinePollerParts) {
    const { flag, everyMs, logger } = parts
    this.#parts = parts
    this.#ends = new InHand({ work: flag, failed: (error, match) => this.#endFailed(error, match) })
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs,
      failed: (error) => logger.warn({ err: error }, 'the store cannot be polled for deadlines'),
      inHand: this.#ends,
    })
  }

  async #poll(): Promise<void> {
    const overdue = new Set(await this.#parts.store.heartbeat(MOST + this.#ends.size + this.#failed.size))
    for (const match of this.#failed) if (!overdue.delete(match)) this.#failed.delete(match)
    for (const match of [...overdue, ...this.#failed]) {
      if (this.#ends.size >= MOST || this.#ends.has(match)) continue
      this.#failed.delete(match)
      void this.#ends.begin(match)
    }
  }

  /** A later poll finds the match again. */
  #endFailed(error: unknown, match: string): void {
    if (this.#failed.size < MOST_FAILED) this.#failed.add(match)
    // A node with the rules of the match ends it; every poll of this one finds it again.
    const level = error instanceof CodedError && error.code === 'other-rules' ? 'debug' : 'warn'
    this.#parts.logger[level]({ err: error, match }, 'a match whose time ran out could not be ended')
  }

  /** Stops polling. Resolves when the ends in progress are done. */
  stop(): Promise<void> {
    return this.#polls.stop()
  }
}
