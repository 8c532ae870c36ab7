import type { PrismaClient } from '../database/index.ts'
import type { Deal, GameKind, GameOptions, GamesPage, PageQuery } from '../protocol/index.ts'
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
    options: options as unknown as GameOptions,
    rules,
    seedHash,
    seed,
  }
}

/**
 * A page of the games of public matches on a deal, newest first, without those that went on from a position; null if there
 * is no such deal. @throws CodedError `bad-cursor`
 */
export async function listResults(
  db: PrismaClient,
  id: string,
  { limit, cursor }: PageQuery,
): Promise<GamesPage | null> {
  const found = await findDeal(db, id)
  if (!found) return null
  const { id: deal } = found
  const list = ['deal', deal]
  const after = cursor === undefined ? null : keyFromCursor(cursor, list)
  const moment = after && new Date(after.endedAt)
  const keys = await db.game.findMany({
    where: {
      listed: true,
      AND: [
        { OR: [{ id: deal }, { deal }] },
        ...(moment ? [{ OR: [{ endedAt: { lt: moment } }, { endedAt: moment, id: { lt: after.id } }] }] : []),
      ],
    },
    orderBy: NEWEST_FIRST,
    take: limit + 1,
    select: { id: true, endedAt: true },
  })
  const { rows, next } = pageOf(keys, limit, ({ id, endedAt }) => keyToCursor({ id, endedAt: endedAt.getTime() }, list))
  const games = await findSummaries(
    db,
    rows.map((row) => row.id),
  )
  return next === undefined ? { games } : { games, next }
}
