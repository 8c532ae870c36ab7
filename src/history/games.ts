import type { Game, GamesPage, GamesQuery, GameSummary } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { MatchOptions, Seat } from '../rules/index.ts'
import type { Prisma, PrismaClient } from '../database/index.ts'
import { filtersOf, fromCursor, toCursor } from './cursor.ts'
import type { Filters, Position } from './cursor.ts'

const summarySelect = {
  id: true,
  options: true,
  rules: true,
  by: true,
  winner: true,
  versions: true,
  startedAt: true,
  endedAt: true,
  seats: { orderBy: { seat: 'asc' } },
} as const satisfies Prisma.GameSelect

type SummaryRow = Prisma.GameGetPayload<{ select: typeof summarySelect }>

/** A page of games, newest first. @throws CodedError `bad-cursor` */
export async function listGames(db: PrismaClient, query: GamesQuery): Promise<GamesPage> {
  const filters = filtersOf(query)
  const after = query.cursor === undefined ? null : fromCursor(query.cursor, filters)
  const rows = await readRows(db, filters, after, query.limit + 1)
  const games = rows.slice(0, query.limit).map(summary)
  const last = games.at(-1)
  return rows.length > query.limit && last ? { games, next: toCursor(last, filters) } : { games }
}

export async function findGame(db: PrismaClient, id: string): Promise<Game | null> {
  const row = await db.game.findUnique({ where: { id }, select: { ...summarySelect, seed: true, seedHash: true } })
  return row && { ...summary(row), seed: row.seed, seedHash: row.seedHash }
}

export async function findRecord(db: PrismaClient, id: string): Promise<MatchRecord | null> {
  const row = await db.game.findUnique({ where: { id }, select: { record: true } })
  return row && (row.record as unknown as MatchRecord)
}

/** All games are read along their own indexes, those of one player along the player's. */
async function readRows(db: PrismaClient, filters: Filters, after: Position | null, take: number): Promise<SummaryRow[]> {
  const { player, by, agora, from, until } = filters
  const where = {
    by,
    agora,
    endedAt: { gte: date(from), lt: date(until), lte: date(after?.endedAt) },
  }
  // The bound above is what an index can begin at; games that ended in the same millisecond are told apart here.
  const earlier = { endedAt: { lt: date(after?.endedAt) } }
  if (player === undefined) {
    return db.game.findMany({
      where: { ...where, ...(after && { OR: [earlier, { id: { lt: after.id } }] }) },
      orderBy: [{ endedAt: 'desc' }, { id: 'desc' }],
      take,
      select: summarySelect,
    })
  }
  const seats = await db.gameSeat.findMany({
    where: { playerId: player, ...where, ...(after && { OR: [earlier, { gameId: { lt: after.id } }] }) },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    take,
    select: { game: { select: summarySelect } },
  })
  return seats.map((seat) => seat.game)
}

const date = (ms: number | undefined): Date | undefined => (ms === undefined ? undefined : new Date(ms))

function summary({ id, options, rules, by, winner, versions, startedAt, endedAt, seats }: SummaryRow): GameSummary {
  const [first, second] = seats
  if (!first || !second) throw new Error(`game ${id} lacks a seat`)
  return {
    id,
    options: options as unknown as MatchOptions,
    rules,
    players: { 0: playerOf(first), 1: playerOf(second) },
    outcome: winner === null ? { by } : { by, winner: winner as Seat },
    scores: { 0: scoreOf(first), 1: scoreOf(second) },
    versions,
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
  }
}

type SeatRow = SummaryRow['seats'][number]

const playerOf = ({ playerId, name }: SeatRow): GameSummary['players'][0] => ({ id: playerId, name })

function scoreOf(seat: SeatRow): GameSummary['scores'][0] {
  const { blue, green, yellow, guilds, wonders, progress, coins, military, senate, total } = seat
  return { blue, green, yellow, guilds, wonders, progress, coins, military, senate, total }
}
