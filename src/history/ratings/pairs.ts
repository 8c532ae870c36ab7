import type { PrismaClient } from '../../database/index.ts'
import type { PlayerRef } from '../../protocol/index.ts'
import { playerRef, RATING_KINDS } from '../../protocol/index.ts'

/** How many rated games two players have played at least for their pair to be counted. */
const LEAST_GAMES = 5
/** How many pairs are counted at most: those with the most games. */
const MOST_PAIRS = 500
/** A log with fewer entries has not left the first age: the draft has 8 actions, and the age 20 cards. */
const FIRST_AGE = 30

/** Two players and their rated games against each other. */
export interface Pair {
  sides: [PairSide, PairSide]
  games: number
  /** How many of the games someone resigned in the first age. */
  resignedEarly: number
}

/** A player of a pair, with the games that they have won, and all rated games that they have played against anyone. */
interface PairSide {
  player: PlayerRef
  won: number
  all: number
}

interface Row extends Record<
  'games' | 'first_won' | 'second_won' | 'resigned_early' | 'first_all' | 'second_all',
  number
> {
  first: string
  first_name: string
  first_bot: boolean
  second: string
  second_name: string
  second_bot: boolean
}

/** The pairs that have met most often in rated games of any kind since a time (ms since 1970), of all players or of one. */
export async function listPairs(db: PrismaClient, { since, player }: PairsQuery): Promise<Pair[]> {
  const rows = await db.$queryRaw<Row[]>`
    WITH rated AS (
      SELECT
        LEAST(one.player_id, two.player_id) AS first,
        GREATEST(one.player_id, two.player_id) AS second,
        one.game_id,
        CASE WHEN one.result = 'shared' THEN NULL WHEN one.result = 'won' THEN one.player_id ELSE two.player_id END AS winner
      FROM rating_changes one JOIN rating_changes two ON two.game_id = one.game_id AND two.seat = 1
      WHERE one.seat = 0 AND one.kind = ANY(${[...RATING_KINDS]}) AND one.ended_at >= ${new Date(since)}::timestamp
    ), totals AS (
      SELECT player, count(*) AS games FROM rated, LATERAL (VALUES (first), (second)) AS seats (player) GROUP BY player
    ), pairs AS (
      SELECT first, second, count(*) AS games,
        count(*) FILTER (WHERE rated.winner = first) AS first_won,
        count(*) FILTER (WHERE rated.winner = second) AS second_won,
        count(*) FILTER (WHERE games.ended_by = 'resignation' AND games.versions < ${FIRST_AGE}) AS resigned_early
      FROM rated
        -- The changes compare ids bytewise, and other tables do not: without the collation no index would find them.
        JOIN games ON games.id = rated.game_id COLLATE "default"
      WHERE ${player ?? null}::text IS NULL OR ${player ?? null}::text IN (first, second)
      GROUP BY first, second
      HAVING count(*) >= ${LEAST_GAMES}
      ORDER BY count(*) DESC, first, second
      LIMIT ${MOST_PAIRS}
    )
    SELECT first, one.name AS first_name, one.bot AS first_bot, second, two.name AS second_name, two.bot AS second_bot,
      pairs.games::int, first_won::int, second_won::int, resigned_early::int,
      of_first.games::int AS first_all, of_second.games::int AS second_all
    FROM pairs
      JOIN players one ON one.id = first
      JOIN players two ON two.id = second
      JOIN totals of_first ON of_first.player = first
      JOIN totals of_second ON of_second.player = second
    ORDER BY pairs.games DESC, first, second`
  return rows.map((row) => ({
    sides: [
      {
        player: playerRef(row.first, row.first_name, row.first_bot),
        won: row.first_won,
        all: row.first_all,
      },
      {
        player: playerRef(row.second, row.second_name, row.second_bot),
        won: row.second_won,
        all: row.second_all,
      },
    ],
    games: row.games,
    resignedEarly: row.resigned_early,
  }))
}

/** Which pairs are asked for. */
export interface PairsQuery {
  /** Games that ended earlier do not count (ms since 1970). */
  since: number
  /** Only the pairs of this player. */
  player?: string | undefined
}
