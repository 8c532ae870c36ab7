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
export const strengthOf = (rating: number, deviation: number): { rating: number; deviation: number } => ({
  rating: inBounds('rating', rating),
  deviation: inBounds('deviation', deviation),
})

/** A rating as players are told it. */
export const ratingOf = ({ rating, deviation, games }: RatingRow): Rating => ({
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
  const after = cursor === undefined ? null : placeFromCursor(cursor, listOfLeaders(kind))
  const behind: Prisma.PlayerRatingWhereInput = after
    ? { rating: { lte: after.rating }, OR: [{ rating: { lt: after.rating } }, { playerId: { gt: after.player } }] }
    : {}
  const found = await db.playerRating.findMany({
    where: { kind, listed: true, ...behind },
    orderBy: [{ rating: 'desc' }, { playerId: 'asc' }],
    take: limit + 1,
    include: { player: { select: { name: true, bot: true } } },
  })
  const leaders = found.map(({ player, ...row }) => ({ ...row, ...player }))
  return leaderboardOf(kind, leaders, { limit, first: (after?.rank ?? 0) + 1 })
}

/**
 * The first places of every leaderboard. Every visitor of the page asks for them, so they are one statement: one for each
 * kind, and one for its players, cost several times as much.
 */
export async function listTops(db: PrismaClient): Promise<LeaderboardPage[]> {
  const found = await db.$queryRaw<(Leader & { kind: string })[]>`
    SELECT wanted.kind, leaders.*
    FROM unnest(${[...RATING_KINDS]}::text[]) AS wanted (kind), LATERAL (
      SELECT ratings.player_id AS "playerId", players.name, players.bot, rating, deviation, ratings.games
      FROM ratings JOIN players ON players.id = ratings.player_id
      WHERE ratings.kind = wanted.kind AND listed
      ORDER BY rating DESC, ratings.player_id LIMIT ${TOP + 1}
    ) AS leaders
    ORDER BY rating DESC, "playerId"`
  const leadersOf = (kind: RatingKind): Leader[] => found.filter((leader) => leader.kind === kind)
  return RATING_KINDS.map((kind) => leaderboardOf(kind, leadersOf(kind), { limit: TOP, first: 1 }))
}

/** A row of a leaderboard. */
interface Leader {
  playerId: string
  name: string
  bot: boolean
  rating: number
  deviation: number
  games: number
}

/** A page that begins with the rank `first`. Its rows are those of the page, and one more if there is another page. */
function leaderboardOf(
  kind: RatingKind,
  found: readonly Leader[],
  { limit, first }: { limit: number; first: number },
): LeaderboardPage {
  const list = listOfLeaders(kind)
  const { rows, next } = pageOf(found, limit, (last) => toCursor([last.rating, last.playerId, first + limit - 1], list))
  const places = rows.map(({ playerId, name, bot, rating, deviation, games }, n) => ({
    rank: first + n,
    player: playerRef(playerId, name, bot),
    ...strengthOf(rating, deviation),
    games,
  }))
  return { kind, places, ...(next !== undefined && { next }) }
}

/** What the cursors of a leaderboard belong to. */
const listOfLeaders = (kind: RatingKind): string[] => ['leaderboard', kind]

/** The last place of a page of a leaderboard. @throws CodedError `bad-cursor` */
function placeFromCursor(cursor: string, list: unknown): { rating: number; player: string; rank: number } {
  const [rating, player = '', rank, ...more] = fromCursor(cursor, list)
  const place = { rating: Number(rating), player, rank: Number(rank) }
  const isRank = Number.isSafeInteger(place.rank) && place.rank >= 1
  const isPlayer = primitives.playerId.safeParse(player).success
  if (!Number.isFinite(place.rating) || !isPlayer || !isRank || more.length > 0) throw new CodedError('bad-cursor')
  return place
}
