import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import { BackgroundWork, InHand } from '../time/index.ts'

/** How many matches are ended at the same time. The next poll finds the rest. */
const MOST = 100
/** How many matches are remembered that could not be ended. */
const MOST_FAILED = 10_000

export interface DeadlineParts {
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
export function pollDeadlines({ store, flag, everyMs, logger }: DeadlineParts): BackgroundWork {
  /**
   * The matches that this node could not end: the one that was tried longest ago comes first. The store offers them at
   * every poll, perhaps before all others.
   */
  const failed = new Set<string>()
  const ends = new InHand<string>({
    work: flag,
    failed: (error, match) => {
      if (failed.size < MOST_FAILED) failed.add(match)
      // A node with the rules of the match ends it; every poll of this one finds it again.
      const level = error instanceof CodedError && error.code === 'other-rules' ? 'debug' : 'warn'
      logger[level]({ err: error, match }, 'a match whose time ran out could not be ended')
    },
  })
  return new BackgroundWork({
    round: async () => {
      const overdue = new Set(await store.heartbeat(MOST + ends.size + failed.size))
      for (const match of failed) if (!overdue.delete(match)) failed.delete(match)
      for (const match of [...overdue, ...failed]) {
        if (ends.size >= MOST || ends.has(match)) continue
        failed.delete(match)
        void ends.begin(match)
      }
    },
    everyMs,
    failed: (error) => logger.warn({ err: error }, 'the store cannot be polled for deadlines'),
    inHand: ends,
  })
}
