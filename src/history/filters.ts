import type { PrismaClient } from '../database/index.ts'
import { Prisma } from '../database/index.ts'
import type { GameEnding, GameKind, GamesQuery, TimeControlId } from '../protocol/index.ts'
import { GAME_KIND_IDS } from '../protocol/index.ts'
import type { GameKey } from './cursor.ts'
import { LATEST } from './cursor.ts'

/**
 * Which games a list has: those of a player, or, without one, those of public matches. Times are in ms since 1970.
 */
export interface Filters {
  player?: string
  /** Games of `player` against this player; without any other filter. */
  opponent?: string
  by?: GameEnding
  kind?: GameKind
  rated?: boolean
  clock?: TimeControlId
  /** Whether a bot has a seat. */
  bots?: boolean
  /** The game ended at this time or later. */
  from?: number
  /** The game ended before this time. */
  until?: number
}

export function filtersOf(query: GamesQuery): Filters {
  const { player, by, kind, rated, clock, bots, after, before, since = after, until = before } = query
  return {
    ...(player !== undefined && { player }),
    ...(by !== undefined && { by }),
    ...(kind !== undefined && { kind }),
    ...(rated !== undefined && { rated }),
    ...(clock !== undefined && { clock }),
    ...(bots !== undefined && { bots }),
    ...(since !== undefined && { from: momentOf(since) }),
    ...(until !== undefined && { until: momentOf(until) }),
  }
}

/** A time in a URL (ms since 1970), as far as the history knows times. */
const momentOf = (text: string): number =>
  Math.min(Math.max(/^\d+$/.test(text) ? Number(text) : Date.parse(text), 0), LATEST)

/** Names the list of some filters, for its cursors. */
export const listOf = ({ player, opponent, by, kind, rated, clock, bots, from, until }: Filters): unknown => [
  'games',
  player,
  opponent,
  by,
  kind,
  rated,
  clock,
  from,
  until,
  // A list without this filter has the name that it had before there were bots.
  ...(bots === undefined ? [] : [bots]),
]

/**
 * The keys of the first games of a list, newest first; with `after`, of the first games behind that key.
 *
 * The query reads no more than the first `take` entries of some indexes. Every combination of filters has an index that
 * begins with `kind`, `rated` and `bots`; where one of these is open, the query merges the lists of all its values.
 */
export async function findKeys(
  db: PrismaClient,
  filters: Filters,
  after: GameKey | null,
  take: number,
): Promise<GameKey[]> {
  const { player, opponent, by, clock, kind, rated, bots, from, until } = filters
  const ofPlayer = player !== undefined
  const id = ofPlayer ? Prisma.sql`game_id` : Prisma.sql`id`
  const common = [
    ofPlayer ? Prisma.sql`player_id = ${player}` : Prisma.sql`listed`,
    ...(opponent !== undefined ? [Prisma.sql`opponent_id = ${opponent}`] : []),
    ...(clock !== undefined ? [Prisma.sql`clock = ${clock}`] : []),
    ...(by !== undefined ? [Prisma.sql`ended_by = ${by}`] : []),
    ...(from !== undefined ? [Prisma.sql`ended_at >= ${moment(from)}`] : []),
    ...(until !== undefined ? [Prisma.sql`ended_at < ${moment(until)}`] : []),
    ...(after ? [Prisma.sql`(ended_at, ${id}) < (${moment(after.endedAt)}, ${after.id})`] : []),
  ]
  const table = ofPlayer ? Prisma.sql`game_seats` : Prisma.sql`games`
  const branch = (own: Prisma.Sql[]): Prisma.Sql => {
    const where = Prisma.sql`WHERE ${Prisma.join([...own, ...common], ' AND ')}`
    const order = Prisma.sql`ORDER BY ended_at DESC, ${id} DESC LIMIT ${take}`
    return Prisma.sql`(SELECT ${id} AS id, ended_at FROM ${table} ${where} ${order})`
  }
  const kinds = kind === undefined ? GAME_KIND_IDS : [kind]
  const valuesOf = (filter: boolean | undefined): boolean[] => (filter === undefined ? [false, true] : [filter])
  const combinations = kinds.flatMap((kind) =>
    valuesOf(rated).flatMap((rated) => valuesOf(bots).map((bots) => ({ kind, rated, bots }))),
  )
  const narrowed = [by, clock, kind, rated, bots].some((filter) => filter !== undefined)
  const branches = narrowed
    ? combinations.map(({ kind, rated, bots }) =>
        branch([Prisma.sql`kind = ${kind}`, Prisma.sql`rated = ${rated}`, Prisma.sql`bots = ${bots}`]),
      )
    : [branch([])]
  const rows = await db.$queryRaw<{ id: string; ended_at: Date }[]>`
    SELECT id, ended_at FROM (${Prisma.join(branches, ' UNION ALL ')}) AS games
    ORDER BY ended_at DESC, id DESC LIMIT ${take}`
  return rows.map(({ id, ended_at }) => ({ id, endedAt: ended_at.getTime() }))
}

/** A time as the columns hold it: UTC, without a zone. */
export const moment = (ms: number): Prisma.Sql => Prisma.sql`${new Date(ms)}::timestamp(3)`
