import { CodedError, primitives, ratingKindSchema } from '../../protocol/index.ts'
import type { LeaderboardPage, PageQuery, Rating, RatingHistoryPage, RatingKind } from '../../protocol/index.ts'
import type { Prisma, PrismaClient } from '../../database/index.ts'
import { fromCursor, fromPosition, pageOf, toCursor, toPosition } from '../cursor.ts'
import { NEWCOMER, PROVISIONAL_DEVIATION } from './glicko.ts'
import { before } from './order.ts'

/** How many of each leaderboard the overview of all shows. */
const TOP = 10

type RatingRow = Pick<Prisma.PlayerRatingGetPayload<object>, 'rating' | 'deviation' | 'games'>

const ratingOf = ({ rating, deviation, games }: RatingRow): Rating => ({
  rating,
  deviation,
  provisional: deviation > PROVISIONAL_DEVIATION,
  games,
})

/** A player's rating of one kind: that of a newcomer for who has not played a rated game of it. */
export async function findRating(db: PrismaClient, playerId: string, kind: RatingKind): Promise<Rating> {
  const found = await db.playerRating.findUnique({ where: { playerId_kind: { playerId, kind } } })
  return ratingOf(found ?? { ...NEWCOMER, games: 0 })
}

/** A player's ratings of the kinds that he has played rated games of. */
export async function findRatings(db: PrismaClient, playerId: string): Promise<Partial<Record<RatingKind, Rating>>> {
  const rows = await db.playerRating.findMany({ where: { playerId } })
  const byKind = new Map(rows.map((row) => [row.kind, ratingOf(row)]))
  return Object.fromEntries(ratingKindSchema.options.flatMap((kind) => (byKind.has(kind) ? [[kind, byKind.get(kind)!]] : [])))
}

/** A page of what rated games did to a player's rating, latest first. @throws CodedError `bad-cursor` */
export async function listChanges(
  db: PrismaClient,
  playerId: string,
  kind: RatingKind,
  { limit, cursor }: PageQuery,
): Promise<RatingHistoryPage> {
  const list = ['ratings', playerId, kind]
  const where = cursor === undefined ? { kind } : before(kind, fromPosition(cursor, list))
  const found = await db.ratingChange.findMany({
    where: { playerId, ...where },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    take: limit + 1,
  })
  const { rows, next } = pageOf(found, limit, (last) => toPosition({ endedAt: last.endedAt.getTime(), id: last.gameId }, list))
  const seats = await db.gameSeat.findMany({
    where: { gameId: { in: rows.map(({ gameId }) => gameId) } },
    select: { gameId: true, seat: true, playerId: true, name: true },
  })
  const changes = rows.map((row) => {
    const opponent = seats.find(({ gameId, seat }) => gameId === row.gameId && seat !== row.seat)
    if (!opponent) throw new Error(`game ${row.gameId} lacks a seat`)
    return {
      game: row.gameId,
      endedAt: row.endedAt.getTime(),
      opponent: { id: opponent.playerId, name: opponent.name },
      result: row.result,
      before: { rating: row.ratingBefore, deviation: row.deviationBefore },
      after: { rating: row.ratingAfter, deviation: row.deviationAfter },
    }
  })
  return next === undefined ? { changes } : { changes, next }
}

/** A page of a kind's leaderboard, best first; of equal ratings, by id. @throws CodedError `bad-cursor` */
export async function listLeaders(db: PrismaClient, kind: RatingKind, { limit, cursor }: PageQuery): Promise<LeaderboardPage> {
  const list = ['leaderboard', kind]
  const after = cursor === undefined ? null : fromPlace(cursor, list)
  const found = await db.playerRating.findMany({
    where: {
      kind,
      listed: true,
      ...(after && { rating: { lte: after.rating }, OR: [{ rating: { lt: after.rating } }, { playerId: { gt: after.player } }] }),
    },
    orderBy: [{ rating: 'desc' }, { playerId: 'asc' }],
    take: limit + 1,
    include: { player: { select: { id: true, name: true } } },
  })
  const first = (after?.rank ?? 0) + 1
  const places = found.slice(0, limit).map((row, n) => {
    const { rating, deviation, games } = row
    return { rank: first + n, player: row.player, rating, deviation, games }
  })
  const { next } = pageOf(found, limit, (last) => toCursor([last.rating, last.playerId, first + limit - 1], list))
  return { kind, places, ...(next !== undefined && { next }) }
}

/** The top of every leaderboard. */
export const listTops = (db: PrismaClient): Promise<LeaderboardPage[]> =>
  Promise.all(ratingKindSchema.options.map((kind) => listLeaders(db, kind, { limit: TOP })))

/** Where a page of a leaderboard ended. @throws CodedError `bad-cursor` */
function fromPlace(cursor: string, list: unknown): { rating: number; player: string; rank: number } {
  const [rating, player = '', rank, ...more] = fromCursor(cursor, list)
  const place = { rating: Number(rating), player, rank: Number(rank) }
  const wellFormed = primitives.playerId.safeParse(player).success && more.length === 0
  if (!wellFormed || !Number.isFinite(place.rating) || !Number.isSafeInteger(place.rank) || place.rank < 1) {
    throw new CodedError('bad-cursor')
  }
  return place
}
