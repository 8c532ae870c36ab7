import type { Prisma } from '../database/index.ts'
import { RATING_KINDS } from '../protocol/index.ts'
import { FOLDED_VERSIONS } from '../rules/index.ts'

/** So many of the latest games of each kind of rating are looked at: the rest is analysed only for those who ask. */
const LATEST = 50

/**
 * Begins the analysis of the latest rated game that has none and can be folded, in hand of a claim. Resolves with the
 * game; null if there is none, or if so many were begun within an hour.
 */
export async function beginUnasked(
  tx: Prisma.TransactionClient,
  { claim, leaseMs, perHour }: { claim: string; leaseMs: number; perHour: number },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ game_id: string }[]>`
    INSERT INTO game_analyses (game_id, unasked, claim, claimed_until, attempts)
    SELECT games.id, true, ${claim}, clock_timestamp() + ${leaseMs} * interval '1 millisecond', 1
    FROM unnest(${RATING_KINDS}::text[]) AS pool,
      LATERAL (
        SELECT game_id FROM rating_changes WHERE kind = pool AND seat = 0
        ORDER BY ended_at DESC, game_id DESC LIMIT ${LATEST}
      ) AS rated
      JOIN games ON games.id = rated.game_id
    WHERE rules = ANY(${FOLDED_VERSIONS})
      AND NOT EXISTS (SELECT 1 FROM game_analyses WHERE game_analyses.game_id = games.id)
      AND ${perHour} > (
        SELECT count(*) FROM game_analyses WHERE unasked AND asked_at > clock_timestamp() - interval '1 hour'
      )
    ORDER BY games.ended_at DESC, games.id DESC LIMIT 1
    ON CONFLICT DO NOTHING
    RETURNING game_id`
  return rows[0]?.game_id ?? null
}
