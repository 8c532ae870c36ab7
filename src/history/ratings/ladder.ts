import type { PrismaClient } from '../../database/index.ts'
import type { GameKind, Ladder } from '../../protocol/index.ts'
import { engineRatingKind, LADDER_GAMES, MOST_ENGINES, playerRef } from '../../protocol/index.ts'
import { strengthOf } from './read.ts'

/** An engine, and how it fared against another one of the ladder; a null opponent stands for all that are not listed. */
interface Row {
  player: string
  name: string
  bot: boolean
  rating: number
  deviation: number
  opponent: string | null
  won: number
  lost: number
  shared: number
}

/** Within so many deviations of a rating the true strength most likely is. */
const LIKELY = 2

/**
 * The ladder of a kind of game: the engines of its latest games, best first, and how they fared against each other. One
 * statement, which reads a bounded number of games.
 */
export async function findLadder(db: PrismaClient, kind: GameKind): Promise<Ladder> {
  const rated = engineRatingKind(kind)
  const rows = await db.$queryRaw<Row[]>`
    WITH latest AS MATERIALIZED (
      SELECT game_id, seat, player_id, result FROM rating_changes WHERE kind = ${rated}
      ORDER BY ended_at DESC, game_id DESC, seat DESC LIMIT ${2 * LADDER_GAMES}
    ), listed AS MATERIALIZED (
      SELECT players.id, players.name, players.bot, rating, deviation
      FROM ratings JOIN players ON players.id = ratings.player_id
      WHERE ratings.kind = ${rated} AND deleted_at IS NULL AND players.id IN (SELECT player_id FROM latest)
      ORDER BY rating DESC, players.id LIMIT ${MOST_ENGINES}
    )
    SELECT listed.id AS player, listed.name, listed.bot, listed.rating, listed.deviation, met.id AS opponent,
      count(*) FILTER (WHERE own.result = 'won')::int AS won,
      count(*) FILTER (WHERE own.result = 'lost')::int AS lost,
      count(*) FILTER (WHERE own.result = 'shared')::int AS shared
    FROM latest own
      JOIN listed ON listed.id = own.player_id
      JOIN latest other ON other.game_id = own.game_id AND other.seat <> own.seat
      LEFT JOIN listed met ON met.id = other.player_id
    GROUP BY listed.id, listed.name, listed.bot, listed.rating, listed.deviation, met.id
    ORDER BY listed.rating DESC, listed.id, met.id`
  const engines = new Map<string, Ladder['rows'][number]>()
  const crosstable: Ladder['crosstable'] = []
  for (const { player, name, bot, opponent, won, lost, shared, ...strength } of rows) {
    const games = won + lost + shared
    const engine = engines.get(player)
    if (engine) {
      Object.assign(engine, {
        games: engine.games + games,
        won: engine.won + won,
        lost: engine.lost + lost,
        shared: engine.shared + shared,
      })
    } else engines.set(player, { ...rowOf(playerRef(player, name, bot), strength), games, won, lost, shared })
    if (opponent !== null) crosstable.push({ player, opponent, points: won + shared / 2, games })
  }
  return { kind, rows: [...engines.values()], crosstable }
}

/** A row of the ladder, without its games. */
function rowOf(player: Ladder['rows'][number]['player'], strength: Pick<Row, 'rating' | 'deviation'>) {
  const { rating, deviation } = strengthOf(strength.rating, strength.deviation)
  const interval: [number, number] = [rating - LIKELY * deviation, rating + LIKELY * deviation]
  return { player, rating, deviation, interval }
}
