import type { Prisma, PrismaClient } from '../database/index.ts'
import type { Deal, DealResult, DealResultsPage, GameKind, GameOptions, PageQuery } from '../protocol/index.ts'
import { withoutHandicap } from '../protocol/index.ts'
import type { GameKey } from './cursor.ts'
import { keyFromCursor, keyToCursor, pageOf } from './cursor.ts'
import { findSummaries, NEWEST_FIRST } from './games.ts'

/** The deal with this id, or on which the game with this id was played; null if there is none. */
export async function findDeal(db: PrismaClient, id: string): Promise<Deal | null> {
  const game = await db.game.findFirst({
    where: { OR: [{ id }, { deal: id }] },
    select: { id: true, deal: true, kind: true, options: true, rules: true, seed: true, seedHash: true },
  })
  if (!game) return null
  const { kind, options, rules, seed, seedHash } = game
  return {
    id: game.deal ?? game.id,
    kind: kind as GameKind,
    options: withoutHandicap(options as unknown as GameOptions),
    rules,
    seedHash,
    seed,
  }
}

/**
 * A page of the listed games on a deal, newest first; null if there are no games on such a deal.
 * @throws CodedError `bad-cursor`
 */
export async function listResults(
  db: PrismaClient,
  id: string,
  { limit, cursor }: PageQuery,
): Promise<DealResultsPage | null> {
  const found = await findDeal(db, id)
  if (!found) return null
  const { id: deal } = found
  const list = ['deal', deal]
  const after = cursor === undefined ? null : keyFromCursor(cursor, list)
  const select = { id: true, endedAt: true }
  const keys = await db.game.findMany({
    where: { deal, listed: true, ...(after && earlierThan(after)) },
    orderBy: NEWEST_FIRST,
    take: limit + 1,
    select,
  })
  // The first game on a deal had ended before another one was played on it.
  if (keys.length <= limit) keys.push(...(await db.game.findMany({ where: { id: deal, listed: true }, select })))
  const { rows, next } = pageOf(keys, limit, ({ id, endedAt }) => keyToCursor({ id, endedAt: endedAt.getTime() }, list))
  const ids = rows.map((row) => row.id)
  const [summaries, worth] = [await findSummaries(db, ids), await findWorth(db, ids)]
  const games = summaries.map((game) => ({ ...game, ...worth.get(game.id) }))
  return next === undefined ? { games } : { games, next }
}

/** By game, for those that are analysed, the result of each seat without its luck (1/10,000). */
async function findWorth(db: PrismaClient, ids: string[]): Promise<Map<string, Pick<DealResult, 'withoutLuck'>>> {
  const seats = await db.analysedSeat.findMany({
    where: { gameId: { in: ids } },
    select: { gameId: true, seat: true, expected: true },
  })
  const worth = new Map<string, Pick<DealResult, 'withoutLuck'>>()
  for (const { gameId, seat, expected } of seats) {
    worth.set(gameId, { withoutLuck: { ...worth.get(gameId)?.withoutLuck, [seat]: expected } })
  }
  return worth
}

function earlierThan({ endedAt, id }: GameKey): Prisma.GameWhereInput {
  const moment = new Date(endedAt)
  return { endedAt: { lte: moment }, OR: [{ endedAt: { lt: moment } }, { id: { lt: id } }] }
}
