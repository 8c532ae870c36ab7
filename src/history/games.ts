import type { PrismaClient } from '../database/index.ts'
import { Prisma } from '../database/index.ts'
import type {
  Game,
  GameEnding,
  GameKind,
  GameOptions,
  GameRatings,
  GamesPage,
  GamesQuery,
  GameSummary,
  MatchOrigin,
  PlayerRef,
  RatingKind,
  TimeControlId,
} from '../protocol/index.ts'
import { playerRef, scoreSchema } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Score, Seat } from '../rules/index.ts'
import { keyFromCursor, keyToCursor, pageOf } from './cursor.ts'
import type { Filters } from './filters.ts'
import { filtersOf, findKeys, listOf } from './filters.ts'
import { inBounds } from './ratings/glicko.ts'

const summarySelect = {
  id: true,
  kind: true,
  options: true,
  rules: true,
  clock: true,
  rated: true,
  origin: true,
  deal: true,
  by: true,
  winner: true,
  versions: true,
  startedAt: true,
  endedAt: true,
  seats: { orderBy: { seat: 'asc' } },
} as const satisfies Prisma.GameSelect
export const gameSelect = { ...summarySelect, seed: true, seedHash: true } as const satisfies Prisma.GameSelect

export const NEWEST_FIRST = [
  { endedAt: 'desc' },
  { id: 'desc' },
] as const satisfies Prisma.GameOrderByWithRelationInput[]

type SummaryRow = Prisma.GameGetPayload<{ select: typeof summarySelect }>
type SeatRow = SummaryRow['seats'][number]
/** What a summary is made of. */
type SummarySource = Omit<SummaryRow, 'seats'> & {
  seats: readonly Pick<SeatRow, 'playerId' | 'name' | 'bot' | 'score'>[]
}
type GameRow = Prisma.GameGetPayload<{ select: typeof gameSelect }>

/** A game, and whether lists of all games have it. */
export interface FoundGame {
  game: Game
  listed: boolean
}

/** What can be said of a game without reading its record. */
export interface PastGame {
  id: string
  /** How many versions it has, that before the first entry not among them. */
  versions: number
  /** Whether lists of all games have it. */
  listed: boolean
  /** The players as its record names them, as `playersIn` does: nothing else of a record ever changes. */
  named: PlayerRef[]
}

/** A page of games, newest first. @throws CodedError `bad-cursor` */
export const listGames = (db: PrismaClient, query: GamesQuery): Promise<GamesPage> =>
  listFiltered(db, filtersOf(query), query.limit, query.cursor)

/** A page of the games of some filters, newest first. @throws CodedError `bad-cursor` */
export async function listFiltered(
  db: PrismaClient,
  filters: Filters,
  limit: number,
  cursor: string | undefined,
): Promise<GamesPage> {
  const list = listOf(filters)
  const after = cursor === undefined ? null : keyFromCursor(cursor, list)
  const keys = await findKeys(db, filters, after, limit + 1)
  const { rows, next } = pageOf(keys, limit, (last) => keyToCursor(last, list))
  const ids = rows.map(({ id }) => id)
  const games = await findSummaries(db, ids)
  return next === undefined ? { games } : { games, next }
}

/** A row of `findRows`. Times are in ms since 1970. */
type SummaryJson = Omit<SummaryRow, 'startedAt' | 'endedAt' | 'seats'> & {
  startedAt: number
  endedAt: number
  seats: (Pick<SeatRow, 'playerId' | 'name' | 'bot' | 'score'> & {
    rating: { kind: string; before: number; after: number }
  })[]
}

/**
 * Games by their ids, newest first. Lists are read often, so this is one statement with one JSON text as its answer: to
 * turn rows of three tables into objects one value at a time costs several times as much.
 */
export async function findSummaries(db: PrismaClient, ids: readonly string[]): Promise<GameSummary[]> {
  if (ids.length === 0) return []
  const rows = await findRows<SummaryJson>(db, ids)
  return rows.map((row) => summaryOf(...sourceOf(row)))
}

export async function findGame(db: PrismaClient, id: string): Promise<FoundGame | null> {
  const more = Prisma.sql`, 'seed', seed, 'seedHash', seed_hash, 'listed', listed`
  const [row] = await findRows<SummaryJson & { seed: string; seedHash: string; listed: boolean }>(db, [id], more)
  if (!row) return null
  const { seed, seedHash, listed } = row
  return { game: { ...summaryOf(...sourceOf(row)), seed, seedHash }, listed }
}

/** Of the record, only the players are read: to send all of it and parse it takes most of the time. */
export async function findPast(db: PrismaClient, id: string): Promise<PastGame | null> {
  const [row] = await db.$queryRaw<{ versions: number; listed: boolean; host: PlayerRef; joined: PlayerRef[] }[]>`
    SELECT versions, listed, record #> '{header,host,player}' AS host,
      jsonb_path_query_array(record, '$.entries[*].body ? (@.type == "join").player') AS joined
    FROM games WHERE id = ${id}`
  return row ? { id, versions: row.versions, listed: row.listed, named: [row.host, ...row.joined] } : null
}

/** @param more of each game, as names and values of a JSON object. */
async function findRows<Row>(db: PrismaClient, ids: readonly string[], more = Prisma.empty): Promise<Row[]> {
  const [found] = await db.$queryRaw<{ games: string | null }[]>`
    SELECT json_agg(
      json_build_object(
        'id', id, 'kind', kind, 'options', options, 'rules', rules, 'clock', clock, 'rated', rated, 'origin', origin,
        'deal', deal, 'by', ended_by, 'winner', winner, 'versions', versions,
        'startedAt', (extract(epoch FROM started_at) * 1000)::bigint,
        'endedAt', (extract(epoch FROM ended_at) * 1000)::bigint,
        'seats', (
          SELECT json_agg(
            json_build_object(
              'playerId', game_seats.player_id, 'name', game_seats.name, 'bot', game_seats.bot, 'score', game_seats.score,
              'rating', json_build_object(
                'kind', rating_changes.kind, 'before', rating_before, 'after', rating_after
              )
            )
            ORDER BY game_seats.seat
          )
          FROM game_seats LEFT JOIN rating_changes USING (game_id, seat) WHERE game_seats.game_id = games.id
        )
        ${more}
      )
      ORDER BY ended_at DESC, id DESC
    )::text AS games
    FROM games WHERE id = ANY(${[...ids]})`
  return JSON.parse(found?.games ?? '[]') as Row[]
}

/** What the summary of a row is made of. */
function sourceOf(row: SummaryJson): [SummarySource, ReadonlyMap<string, GameRatings>] {
  const ratings = new Map<string, GameRatings>()
  const [first, second] = row.seats
  if (row.rated) {
    if (!first?.rating.kind || !second?.rating.kind) throw new Error(`game ${row.id} lacks a rating`)
    const kind = first.rating.kind as RatingKind
    ratings.set(row.id, { kind, 0: changeOf(first.rating), 1: changeOf(second.rating) })
  }
  return [{ ...row, startedAt: new Date(row.startedAt), endedAt: new Date(row.endedAt) }, ratings]
}

export async function findRecord(db: PrismaClient, id: string): Promise<MatchRecord | null> {
  const row = await db.game.findUnique({ where: { id }, select: { record: true } })
  return row && recordOf(row)
}

/** A record as it was stored. */
export const recordOf = ({ record }: { record: Prisma.JsonValue }): MatchRecord => record as unknown as MatchRecord

/** What the rated games among some games did to the ratings of their players, by the id of the game. */
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
  const changes = rows.map(({ ratingBefore: before, ratingAfter: after, ...row }) => ({ ...row, before, after }))
  return new Map(
    rated.map((id) => {
      const [first, second] = changes.filter(({ gameId }) => gameId === id)
      if (!first || !second) throw new Error(`game ${id} lacks a rating`)
      return [id, { kind: first.kind as RatingKind, 0: changeOf(first), 1: changeOf(second) }]
    }),
  )
}

/** Rows of earlier versions may be out of bounds. */
const changeOf = ({ before, after }: GameRatings[0]): GameRatings[0] => ({
  before: inBounds('rating', before),
  after: inBounds('rating', after),
})

/** A game from its row. */
export const gameOf = (row: GameRow, ratings: ReadonlyMap<string, GameRatings>): Game => ({
  ...summaryOf(row, ratings),
  seed: row.seed,
  seedHash: row.seedHash,
})

function summaryOf(row: SummarySource, ratings: ReadonlyMap<string, GameRatings>): GameSummary {
  const { id, kind, options, rules, clock, rated, origin, deal, winner, versions, startedAt, endedAt, seats } = row
  const [first, second] = seats
  if (!first || !second) throw new Error(`game ${id} lacks a seat`)
  const by = row.by as GameEnding
  const changes = ratings.get(id)
  return {
    id,
    kind: kind as GameKind,
    options: options as unknown as GameOptions,
    rules,
    clock: clock as TimeControlId,
    rated,
    origin: origin as MatchOrigin,
    ...(deal !== null && { deal }),
    players: { 0: playerOf(first), 1: playerOf(second) },
    outcome: winner === null ? { by } : { by, winner: winner as Seat },
    scores: { 0: scoreOf(first), 1: scoreOf(second) },
    versions,
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
    ...(changes && { ratings: changes }),
  }
}

const playerOf = ({ playerId, name, bot }: Pick<SeatRow, 'playerId' | 'name' | 'bot'>): PlayerRef =>
  playerRef(playerId, name, bot)

/** A category that is newer than the game has no points. */
const scoreOf = ({ score }: Pick<SeatRow, 'score'>): Score => ({ ...NO_POINTS, ...(score as Partial<Score>) })

const NO_POINTS = Object.fromEntries(
  Object.keys(scoreSchema.shape).map((category) => [category, 0]),
) as unknown as Score
