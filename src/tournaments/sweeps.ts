import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { BackgroundWork } from '../time/index.ts'

/** For how long a tournament that was cancelled can still be looked at (ms). */
const CANCELLED_MS = 30 * 86_400_000
/** How many are deleted at a time. */
const MOST_DELETED = 20

interface SweepsParts {
  database: Database
  /** The time by the live store (ms since 1970). */
  now: () => number
  everyMs: number
  log: Logger
}

/** Deletes tournaments that were cancelled long ago, once none of their matches is in play. Games that were played stay. */
export const startSweeps = ({ database, now, everyMs, log }: SweepsParts): BackgroundWork =>
  new BackgroundWork({
    round: async () => {
      const before = new Date(now() - CANCELLED_MS)
      const deleted = await database.write(
        (db) => db.$executeRaw`
          DELETE FROM tournaments WHERE id IN (
            SELECT id FROM tournaments t WHERE status = 'cancelled' AND ended_at < ${before} AND NOT EXISTS (
              SELECT 1 FROM tournament_pairings p WHERE p.tournament_id = t.id AND p.first_points IS NULL
            )
            ORDER BY created_at LIMIT ${MOST_DELETED} FOR UPDATE SKIP LOCKED
          )`,
      )
      return deleted === MOST_DELETED
    },
    everyMs,
    waitsFirst: true,
    failed: (error) => log.warn({ err: error }, 'cancelled tournaments could not be deleted; the node tries again'),
  })
