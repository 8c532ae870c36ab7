import type { Database, Prisma } from '../../database/index.ts'
import type { GameKind, MatchOrigin, TimeControlId } from '../../protocol/index.ts'
import { CodedError } from '../../protocol/index.ts'
import { finishedGame } from '../finished.ts'
import { recordOf } from '../games.ts'
import { lockAllRatings } from '../ratings/store.ts'
import type { Countable } from './count.ts'
import { countGames } from './count.ts'
import type { RatingsBefore } from './groups.ts'

type Tx = Prisma.TransactionClient

/** How many games one transaction counts: each has to be folded, and no rated game is stored meanwhile. */
const PORTION = 50

/** A game that is not counted yet. */
type Row = Awaited<ReturnType<typeof uncounted>>[number]

/** What has been done so far: games that are counted, and those whose rules this version does not know. */
export interface Filled {
  counted: number
  skipped: number
}

/**
 * Counts the stored games that are not counted, oldest first, and says after each portion what has been done. Each portion
 * is one transaction, so it can be interrupted and begun again at any time, also twice at once and next to servers.
 */
export async function* fillStatistics(database: Database): AsyncGenerator<Filled> {
  const filled: Filled = { counted: 0, skipped: 0 }
  for (let after: Row | undefined; ;) {
    const rows = await database.use((db) => uncounted(db, after))
    after = rows.at(-1)
    if (!after) return
    const games = rows.flatMap((row) => countableOf(row) ?? [])
    filled.counted += await database.write((db) => db.$transaction((tx) => countOld(tx, games), { timeout: 60_000 }))
    filled.skipped += rows.length - games.length
    yield { ...filled }
  }
}

/** The first games behind a game that are not counted. The export has the same games. */
const uncounted = (db: Tx, after: Pick<Prisma.GameGetPayload<object>, 'endedAt' | 'id'> | undefined) =>
  db.game.findMany({
    where: {
      listed: true,
      counted: null,
      ...(after && {
        endedAt: { gte: after.endedAt },
        OR: [{ endedAt: { gt: after.endedAt } }, { id: { gt: after.id } }],
      }),
    },
    orderBy: [{ endedAt: 'asc' }, { id: 'asc' }],
    take: PORTION,
    select: { id: true, kind: true, clock: true, origin: true, bots: true, endedAt: true, record: true },
  })

/** Null for a game of rules that this version does not know. */
function countableOf(row: Row): Countable | null {
  try {
    const { facts } = finishedGame(recordOf(row))
    return {
      id: row.id,
      kind: row.kind as GameKind,
      clock: row.clock as TimeControlId,
      origin: row.origin as MatchOrigin,
      bots: row.bots,
      endedAt: row.endedAt.getTime(),
      facts,
    }
  } catch (error) {
    if (error instanceof CodedError && error.code === 'other-rules') return null
    throw error
  }
}

/**
 * Counts games unless they are counted meanwhile. While it has the locks of the ratings, none of these changes.
 * @returns how many.
 */
async function countOld(tx: Tx, games: readonly Countable[]): Promise<number> {
  await lockAllRatings(tx)
  const ids = games.map(({ id }) => id)
  const counted = await tx.countedGame.findMany({ where: { gameId: { in: ids } }, select: { gameId: true } })
  const done = new Set(counted.map(({ gameId }) => gameId))
  const open = games.filter(({ id }) => !done.has(id))
  await countGames(
    tx,
    open,
    await ratingsBefore(
      tx,
      open.map(({ id }) => id),
    ),
  )
  return open.length
}

async function ratingsBefore(tx: Tx, ids: string[]): Promise<Map<string, RatingsBefore>> {
  const rows = await tx.ratingChange.findMany({
    where: { gameId: { in: ids } },
    orderBy: { seat: 'asc' },
    select: { gameId: true, ratingBefore: true },
  })
  const ratings = new Map<string, RatingsBefore>()
  for (const { gameId, ratingBefore } of rows) {
    // The row of seat 0 comes first.
    const first = ratings.get(gameId)?.[0] ?? ratingBefore
    ratings.set(gameId, [first, ratingBefore])
  }
  return ratings
}
