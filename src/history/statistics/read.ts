import type { PrismaClient } from '../../database/index.ts'
import { Prisma } from '../../database/index.ts'
import type {
  DraftQuery,
  DraftStatistics,
  GameEnding,
  GameKind,
  Statistics,
  StatisticsFigure,
  StatisticsQuery,
  StatisticsThing,
} from '../../protocol/index.ts'
import { GAME_KINDS, LEAST_GAMES, LENGTH_STEP } from '../../protocol/index.ts'
import { boxOf } from '../../rules/index.ts'
import type { About, Fact } from './facts.ts'
import { nameOfOpen } from './facts.ts'
import { intervalOf } from './interval.ts'

/** How often something was done with a thing; of the games themselves, `offered` is how many, and `won` those of seat 0. */
type Row = Record<Fact, number> & { about: About | 'games'; item: string }

/** The condition for the groups of a query. They are found by an index, or filtered in it. */
function inGroups(kind: GameKind, { pool, rating, since, bots }: StatisticsQuery): Prisma.Sql {
  const conditions = [
    Prisma.sql`kind = ${kind}`,
    ...(since !== undefined ? [Prisma.sql`day >= ${since}::date`] : []),
    ...(pool !== undefined ? [Prisma.sql`pool = ${pool}`] : []),
    ...(bots !== undefined ? [Prisma.sql`bots = ${bots}`] : []),
    ...(rating !== undefined ? [Prisma.sql`band = ${rating}`] : []),
  ]
  return Prisma.join(conditions, ' AND ')
}

/** What is known of the games of a kind. One statement, so that all figures are of the same games. */
export async function findStatistics(db: PrismaClient, kind: GameKind, query: StatisticsQuery): Promise<Statistics> {
  const rows = await db.$queryRaw<Row[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id, games, won FROM statistic_groups WHERE ${inGroups(kind, query)}
    )
    SELECT 'games' AS about, '' AS item, COALESCE(sum(games), 0)::int AS offered, COALESCE(sum(won), 0)::int AS won,
      0 AS first, 0 AS taken, 0 AS built
    FROM chosen
    UNION ALL
    SELECT about, item, sum(offered)::int, sum(things.won)::int, sum(first)::int, sum(taken)::int, sum(built)::int
    FROM chosen JOIN statistic_things AS things ON group_id = id
    GROUP BY about, item HAVING sum(offered) > 0`
  const of = (about: Row['about']): Row[] =>
    rows.filter((row) => row.about === about).sort((a, b) => (a.item < b.item ? -1 : 1))
  const all = of('games')[0]!
  const n = all.offered
  if (n < LEAST_GAMES) return { kind, n }
  const box = boxOf(GAME_KINDS[kind].switches)
  return {
    kind,
    n,
    firstSeat: figureOf(all.won, n),
    endings: of('ending')
      .map(({ item, offered }) => ({ by: item as GameEnding, ...figureOf(offered, n) }))
      .sort((a, b) => (b.times ?? 0) - (a.times ?? 0)),
    length: lengthOf(of('length').map(({ item, offered }) => ({ length: Number(item), games: offered }))),
    wonders: of('wonder').map(builtThingOf),
    tokens: of('token').map(thingOf),
    ...(box.decrees.length > 0 && { decrees: of('decree').map(thingOf) }),
    ...(box.conspiracies.length > 0 && { conspiracies: of('conspiracy').map(builtThingOf) }),
    ...(box.divinities.length > 0 && { divinities: of('divinity').map(thingOf) }),
  }
}

/** What is known of four wonders that lie open together. */
export async function findDraftStatistics(
  db: PrismaClient,
  kind: GameKind,
  { open, ...query }: DraftQuery,
): Promise<DraftStatistics> {
  const rows = await db.$queryRaw<{ taken: string; games: number; won: number }[]>`
    WITH chosen AS MATERIALIZED (SELECT id FROM statistic_groups WHERE ${inGroups(kind, query)})
    SELECT taken, sum(games)::int AS games, sum(won)::int AS won
    FROM chosen JOIN statistic_drafts ON group_id = id
    WHERE open = ${nameOfOpen(open)}
    GROUP BY taken`
  const n = rows.reduce((sum, { games }) => sum + games, 0)
  if (n < LEAST_GAMES) return { kind, n }
  const wonders = open.map((id) => {
    const { games, won } = rows.find(({ taken }) => taken === id) ?? { games: 0, won: 0 }
    return { id, taken: figureOf(games, n), won: figureOf(won, games) }
  })
  return { kind, n, wonders }
}

/** A share of games; of a few, only how many. */
function figureOf(times: number, n: number): StatisticsFigure {
  if (n < LEAST_GAMES) return { n }
  return { n, times, interval: intervalOf(times, n).map(rounded) }
}

/** Within 0 and 1, where calculating may end a little outside of them. */
const rounded = (share: number): number => Math.min(1, Math.max(0, Number(share.toFixed(4))))

const thingOf = ({ item, offered, first, taken, won }: Row): StatisticsThing => ({
  id: item,
  n: offered,
  ...(offered >= LEAST_GAMES && {
    takenFirst: figureOf(first, offered),
    taken: figureOf(taken, offered),
    won: figureOf(won, taken),
  }),
})

/** The same for what can be taken without being built. */
const builtThingOf = (row: Row): StatisticsThing => ({
  ...thingOf(row),
  ...(row.offered >= LEAST_GAMES && { built: figureOf(row.built, row.taken) }),
})

/** @param games by length; at least one. */
function lengthOf(games: readonly { length: number; games: number }[]): NonNullable<Statistics['length']> {
  const inOrder = games.toSorted((a, b) => a.length - b.length)
  const [n, sum] = inOrder.reduce(([n, sum], one) => [n + one.games, sum + one.games * one.length], [0, 0])
  let below = 0
  const median = inOrder.find((one) => (below += one.games) >= n / 2)!.length
  const steps = new Map<number, number>()
  for (const { length, games } of inOrder) {
    const from = length - (length % LENGTH_STEP)
    steps.set(from, (steps.get(from) ?? 0) + games)
  }
  return {
    mean: Number((sum / n).toFixed(1)),
    median,
    steps: [...steps].map(([from, games]) => ({ from, games })),
  }
}
