import type { Prisma, PrismaClient } from '../../database/index.ts'
import type { LeaderboardPage, PageQuery, Rating, RatingHistoryPage, RatingKind } from '../../protocol/index.ts'
import { CodedError, playerRef, primitives, RATING_KINDS } from '../../protocol/index.ts'
import { BALANCED_GAMES } from '../../record/index.ts'
import { fromCursor, keyFromCursor, keyToCursor, pageOf, toCursor } from '../cursor.ts'
import { inBounds, NEWCOMER, PROVISIONAL_DEVIATION } from './glicko.ts'
import { earlierThan } from './order.ts'

/** How many places of each leaderboard the overview has. */
const TOP = 10

type RatingRow = Pick<Prisma.PlayerRatingGetPayload<object>, 'rating' | 'deviation' | 'games'>

/** What the database has of a player's strength; rows of earlier versions may be out of bounds. */
const strengthOf = (rating: number, deviation: number): { rating: number; deviation: number } => ({
  rating: inBounds('rating', rating),
  deviation: inBounds('deviation', deviation),
})

const ratingOf = ({ rating, deviation, games }: RatingRow): Rating => ({
  ...strengthOf(rating, deviation),
  provisional: deviation > PROVISIONAL_DEVIATION,
  games,
})

/** A player's rating of a kind; the initial rating for a player who has not played a rated game of that kind. */
export async function findRating(db: PrismaClient, playerId: string, kind: RatingKind): Promise<Rating> {
  const found = await db.playerRating.findUnique({ where: { playerId_kind: { playerId, kind } } })
  return ratingOf(found ?? { ...NEWCOMER, games: 0 })
}

/** A player's ratings of the kinds of which the player has played rated games, in the order of the kinds. */
export async function findRatings(db: PrismaClient, playerId: string): Promise<Partial<Record<RatingKind, Rating>>> {
  const rows = await db.playerRating.findMany({ where: { playerId } })
  const byKind = new Map(rows.map((row) => [row.kind, ratingOf(row)]))
  const kinds = RATING_KINDS.filter((kind) => byKind.has(kind))
  return Object.fromEntries(kinds.map((kind) => [kind, byKind.get(kind)!]))
}

/** In how many of their last rated games of a kind a player began. */
export async function countBegun(db: PrismaClient, playerId: string, kind: RatingKind): Promise<number> {
  const seats = await db.ratingChange.findMany({
    where: { playerId, kind },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    take: BALANCED_GAMES,
    select: { seat: true },
  })
  return seats.filter(({ seat }) => seat === 0).length
}

/** A page of what rated games did to a player's rating, latest first. @throws CodedError `bad-cursor` */
export async function listChanges(
  db: PrismaClient,
  playerId: string,
  kind: RatingKind,
  { limit, cursor }: PageQuery,
): Promise<RatingHistoryPage> {
  const list = ['ratings', playerId, kind]
  const where = cursor === undefined ? { kind } : earlierThan(kind, keyFromCursor(cursor, list))
  const found = await db.ratingChange.findMany({
    where: { playerId, ...where },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    take: limit + 1,
  })
  const { rows, next } = pageOf(found, limit, ({ endedAt, gameId }) =>
    keyToCursor({ endedAt: endedAt.getTime(), id: gameId }, list),
  )
  const seats = await db.gameSeat.findMany({
    where: { gameId: { in: rows.map(({ gameId }) => gameId) } },
    select: { gameId: true, seat: true, playerId: true, name: true, bot: true },
  })
  const changes = rows.map((row) => {
    const opponent = seats.find(({ gameId, seat }) => gameId === row.gameId && seat !== row.seat)
    if (!opponent) throw new Error(`game ${row.gameId} lacks a seat`)
    return {
      game: row.gameId,
      endedAt: row.endedAt.getTime(),
      opponent: playerRef(opponent.playerId, opponent.name, opponent.bot),
      result: row.result,
      before: strengthOf(row.ratingBefore, row.deviationBefore),
      after: strengthOf(row.ratingAfter, row.deviationAfter),
    }
  })
  return next === undefined ? { changes } : { changes, next }
}

/** A page of the leaderboard of a kind, best first; equal ratings by player id. @throws CodedError `bad-cursor` */
export async function listLeaders(
  db: PrismaClient,
  kind: RatingKind,
  { limit, cursor }: PageQuery,
): Promise<LeaderboardPage> {
  const list = ['leaderboard', kind]
  const after = cursor === undefined ? null : placeFromCursor(cursor, list)
  const behind: Prisma.PlayerRatingWhereInput = after
    ? { rating: { lte: after.rating }, OR: [{ rating: { lt: after.rating } }, { playerId: { gt: after.player } }] }
    : {}
  const found = await db.playerRating.findMany({
    where: { kind, listed: true, ...behind },
    orderBy: [{ rating: 'desc' }, { playerId: 'asc' }],
    take: limit + 1,
    include: { player: { select: { id: true, name: true, bot: true } } },
  })
  const first = (after?.rank ?? 0) + 1
  const places = found.slice(0, limit).map(({ player: { id, name, bot }, rating, deviation, games }, n) => ({
    rank: first + n,
    player: playerRef(id, name, bot),
    ...strengthOf(rating, deviation),
    games,
  }))
  const { next } = pageOf(found, limit, (last) => toCursor([last.rating, last.playerId, first + limit - 1], list))
  return { kind, places, ...(next !== undefined && { next }) }
}

/** The first places of every leaderboard. */
export const listTops = (db: PrismaClient): Promise<LeaderboardPage[]> =>
  Promise.all(RATING_KINDS.map((kind) => listLeaders(db, kind, { limit: TOP })))

/** The last place of a page of a leaderboard. @throws CodedError `bad-cursor` */
function placeFromCursor(cursor: string, list: unknown): { rating: number; player: string; rank: number } {
  const [rating, player = '', rank, ...more] = fromCursor(cursor, list)
  const place = { rating: Number(rating), player, rank: Number(rank) }
  const isRank = Number.isSafeInteger(place.rank) && place.rank >= 1
  const isPlayer = primitives.playerId.safeParse(player).success
  if (!Number.isFinite(place.rating) || !isPlayer || !isRank || more.length > 0) throw new CodedError('bad-cursor')
  return place
}
