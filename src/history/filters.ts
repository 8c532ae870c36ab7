import { GAME_KIND_IDS } from '../protocol/index.ts'
import type { GameKind, GamesQuery } from '../protocol/index.ts'
import { Prisma } from '../database/index.ts'
import type { PrismaClient } from '../database/index.ts'
import { LATEST } from './cursor.ts'
import type { Position } from './cursor.ts'

/** What a list of games is narrowed to. Times are ms since 1970. */
export interface Filters {
  player?: string
  /** Only with `player`, and then with nothing else: whom he played. */
  opponent?: string
  by?: NonNullable<GamesQuery['result']>
  kind?: GameKind
  rated?: boolean
  clock?: NonNullable<GamesQuery['clock']>
  /** The game ended then or later. */
  from?: number
  /** The game ended before that. */
  until?: number
}

export function filtersOf({ player, result, kind, rated, clock, after, before }: GamesQuery): Filters {
  const moment = (text: string): number => Math.min(Math.max(Date.parse(text), 0), LATEST)
  return {
    ...(player !== undefined && { player }),
    ...(result !== undefined && { by: result }),
    ...(kind !== undefined && { kind }),
    ...(rated !== undefined && { rated }),
    ...(clock !== undefined && { clock }),
    ...(after !== undefined && { from: moment(after) }),
    ...(before !== undefined && { until: moment(before) }),
  }
}

/** What a cursor of this list is good for. */
export const listOf = ({ player, opponent, by, kind, rated, clock, from, until }: Filters): unknown => [
  'games', player, opponent, by, kind, rated, clock, from, until,
]

/**
 * Where the first games of a list stand, newest first, or the first ones after a position. Nothing is read that is not
 * among the first `take` of some index: every combination of filters has one that begins with `kind` and `rated`. Where
 * these are open, the lists of all their values are merged.
 */
export async function findPositions(
  db: PrismaClient,
  filters: Filters,
  after: Position | null,
  take: number,
): Promise<Position[]> {
  const { player, opponent, by, clock, kind, rated, from, until } = filters
  const ofPlayer = player !== undefined
  const id = ofPlayer ? Prisma.sql`game_id` : Prisma.sql`id`
  const common = [
    ...(ofPlayer ? [Prisma.sql`player_id = ${player}`] : []),
    ...(opponent !== undefined ? [Prisma.sql`opponent_id = ${opponent}`] : []),
    ...(clock !== undefined ? [Prisma.sql`clock = ${clock}`] : []),
    ...(by !== undefined ? [Prisma.sql`ended_by = ${by}`] : []),
    ...(from !== undefined ? [Prisma.sql`ended_at >= ${moment(from)}`] : []),
    ...(until !== undefined ? [Prisma.sql`ended_at < ${moment(until)}`] : []),
    ...(after ? [Prisma.sql`(ended_at, ${id}) < (${moment(after.endedAt)}, ${after.id})`] : []),
  ]
  const branch = (own: Prisma.Sql[]): Prisma.Sql => {
    const conditions = [...own, ...common]
    const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty
    const table = ofPlayer ? Prisma.sql`game_seats` : Prisma.sql`games`
    return Prisma.sql`(SELECT ${id} AS id, ended_at FROM ${table} ${where} ORDER BY ended_at DESC, ${id} DESC LIMIT ${take})`
  }
  const narrowed = [by, clock, kind, rated].some((filter) => filter !== undefined)
  const kinds = kind === undefined ? GAME_KIND_IDS : [kind]
  const ratings = rated === undefined ? [false, true] : [rated]
  const combinations = kinds.flatMap((kind) => ratings.map((rated) => ({ kind, rated })))
  const branches = narrowed
    ? combinations.map(({ kind, rated }) => branch([Prisma.sql`kind = ${kind}`, Prisma.sql`rated = ${rated}`]))
    : [branch([])]
  const rows = await db.$queryRaw<{ id: string; ended_at: Date }[]>`
    SELECT id, ended_at FROM (${Prisma.join(branches, ' UNION ALL ')}) AS games ORDER BY ended_at DESC, id DESC LIMIT ${take}`
  return rows.map(({ id, ended_at }) => ({ id, endedAt: ended_at.getTime() }))
}

/** A moment as the tables have it: UTC, without saying so. */
const moment = (ms: number): Prisma.Sql => Prisma.sql`${new Date(ms)}::timestamp(3)`
