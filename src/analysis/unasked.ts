import type { Prisma } from '../database/index.ts'
import { engineRatingKind, GAME_KIND_IDS, RATING_KINDS } from '../protocol/index.ts'
import { FOLDED_VERSIONS } from '../rules/index.ts'

/**
 * So many of the latest games of each kind of rating are looked at, and the games on deals that opened in so many days:
 * the rest is analysed only for those who ask.
 */
const [LATEST, DAYS] = [50, 3]

/** Without those of the ladder: its games go on day and night, and would leave no room for others. */
const OF_LADDER = GAME_KIND_IDS.map(engineRatingKind)
const KINDS = RATING_KINDS.filter((kind) => !OF_LADDER.includes(kind))

/**
 * Begins the analysis of the latest game that has none, can be folded, and is rated or on a deal of the day, in hand of a
 * claim. Resolves with the game; null if there is none, or if so many were begun within an hour.
 */
export async function beginUnasked(
  tx: Prisma.TransactionClient,
  { claim, leaseMs, perHour }: { claim: string; leaseMs: number; perHour: number },
): Promise<string | null> {
  const rows = await tx.$queryRaw<{ game_id: string }[]>`
    WITH compared AS (
      SELECT rated.* FROM unnest(${KINDS}::text[]) AS pool, LATERAL (
        -- The changes compare ids bytewise, and other tables do not: without the collation no index would find them.
        SELECT game_id COLLATE "default" AS id, ended_at FROM rating_changes WHERE kind = pool AND seat = 0
        ORDER BY ended_at DESC, game_id DESC LIMIT ${LATEST}
      ) AS rated
      UNION ALL
      SELECT games.id, games.ended_at FROM daily_deals JOIN games ON games.deal = daily_deals.id
      WHERE opens_at > now() - ${DAYS} * interval '1 day' AND listed
    ), latest AS (
      SELECT id FROM compared
      WHERE NOT EXISTS (SELECT 1 FROM game_analyses WHERE game_id = compared.id)
        AND (SELECT rules FROM games WHERE games.id = compared.id) = ANY(${FOLDED_VERSIONS})
        AND ${perHour} > (SELECT count(*) FROM game_analyses WHERE unasked AND asked_at > now() - interval '1 hour')
      ORDER BY ended_at DESC, id DESC LIMIT 1
    )
    INSERT INTO game_analyses (game_id, unasked, claim, claimed_until, attempts)
    SELECT id, true, ${claim}, clock_timestamp() + ${leaseMs} * interval '1 millisecond', 1 FROM latest
    ON CONFLICT DO NOTHING
    RETURNING game_id`
  return rows[0]?.game_id ?? null
}
