import { scoreSchema } from '../protocol/index.ts'
import type {
  Game,
  GameKind,
  GameOptions,
  GameRatings,
  GameResult,
  GamesPage,
  GamesQuery,
  GameSummary,
  MatchOrigin,
  RatingKind,
  TimeControlId,
} from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Prisma, PrismaClient } from '../database/index.ts'
import { fromPosition, pageOf, toPosition } from './cursor.ts'
import { filtersOf, findPositions, listOf } from './filters.ts'
import type { Filters } from './filters.ts'

export const summarySelect = {
  id: true,
  kind: true,
  options: true,
  rules: true,
  clock: true,
  rated: true,
  origin: true,
  by: true,
  winner: true,
  versions: true,
  startedAt: true,
  endedAt: true,
  seats: { orderBy: { seat: 'asc' } },
} as const satisfies Prisma.GameSelect

export const NEWEST_FIRST = [{ endedAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.GameOrderByWithRelationInput[]

export type SummaryRow = Prisma.GameGetPayload<{ select: typeof summarySelect }>

/** A page of games, newest first. @throws CodedError `bad-cursor` */
export const listGames = (db: PrismaClient, query: GamesQuery): Promise<GamesPage> =>
  listFiltered(db, filtersOf(query), query.limit, query.cursor)

/** As `listGames`, by filters. */
export async function listFiltered(
  db: PrismaClient,
  filters: Filters,
  limit: number,
  cursor: string | undefined,
): Promise<GamesPage> {
  const list = listOf(filters)
  const after = cursor === undefined ? null : fromPosition(cursor, list)
  const { rows, next } = pageOf(await findPositions(db, filters, after, limit + 1), limit, (last) => toPosition(last, list))
  const ids = rows.map(({ id }) => id)
  const found = await db.game.findMany({ where: { id: { in: ids } }, orderBy: NEWEST_FIRST, select: summarySelect })
  const ratings = await ratingsOf(db, found)
  const games = found.map((row) => summary(row, ratings))
  return next === undefined ? { games } : { games, next }
}

export async function findGame(db: PrismaClient, id: string): Promise<Game | null> {
  const row = await db.game.findUnique({ where: { id }, select: { ...summarySelect, seed: true, seedHash: true } })
  return row && { ...summary(row, await ratingsOf(db, [row])), seed: row.seed, seedHash: row.seedHash }
}

export async function findRecord(db: PrismaClient, id: string): Promise<MatchRecord | null> {
  const row = await db.game.findUnique({ where: { id }, select: { record: true } })
  return row && (row.record as unknown as MatchRecord)
}

/** By id, what the rated ones among some games did to the ratings of their players. */
export async function ratingsOf(
  db: PrismaClient,
  games: readonly { id: string; rated: boolean }[],
): Promise<Map<string, GameRatings>> {
  const rated = games.filter((game) => game.rated).map(({ id }) => id)
  if (rated.length === 0) return new Map()
  const rows = await db.ratingChange.findMany({
    where: { gameId: { in: rated } },
    orderBy: { seat: 'asc' },
    select: { gameId: true, kind: true, ratingBefore: true, ratingAfter: true },
  })
  return new Map(
    rated.map((id) => {
      const [first, second] = rows.filter((row) => row.gameId === id)
      if (!first || !second) throw new Error(`game ${id} lacks a rating`)
      return [id, { kind: first.kind as RatingKind, 0: changeOf(first), 1: changeOf(second) }]
    }),
  )
}

const changeOf = ({ ratingBefore, ratingAfter }: { ratingBefore: number; ratingAfter: number }): GameRatings[0] => ({
  before: ratingBefore,
  after: ratingAfter,
})

export function summary(row: SummaryRow, ratings: ReadonlyMap<string, GameRatings>): GameSummary {
  const { id, kind, options, rules, clock, rated, origin, winner, versions, startedAt, endedAt, seats } = row
  const [first, second] = seats
  if (!first || !second) throw new Error(`game ${id} lacks a seat`)
  const changes = ratings.get(id)
  const by = row.by as GameResult
  return {
    id,
    kind: kind as GameKind,
    options: options as unknown as GameOptions,
    rules,
    clock: clock as TimeControlId,
    rated,
    origin: origin as MatchOrigin,
    players: { 0: playerOf(first), 1: playerOf(second) },
    outcome: winner === null ? { by } : { by, winner: winner as Seat },
    scores: { 0: scoreOf(first), 1: scoreOf(second) },
    versions,
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
    ...(changes && { ratings: changes }),
  }
}

type SeatRow = SummaryRow['seats'][number]

const playerOf = ({ playerId, name }: SeatRow): GameSummary['players'][0] => ({ id: playerId, name })

/** A category of points that is newer than the game counts nothing. */
const scoreOf = ({ score }: SeatRow): GameSummary['scores'][0] => ({ ...NO_POINTS, ...(score as object) })

const NO_POINTS = Object.fromEntries(
  Object.keys(scoreSchema.shape).map((category) => [category, 0]),
) as GameSummary['scores'][0]
