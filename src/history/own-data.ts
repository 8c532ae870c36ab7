import type { OwnGame, PageQuery } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Prisma, PrismaClient } from '../database/index.ts'
import { linesOf } from './chat.ts'
import { fromPosition, pageOf, toPosition } from './cursor.ts'
import type { Position } from './cursor.ts'
import { DELETED, namelessRecord } from './deleted.ts'
import { findPositions, listOf } from './filters.ts'
import { NEWEST_FIRST, ratingsOf, summary, summarySelect } from './games.ts'
import { lockAllRatings } from './ratings/store.ts'

/** A page of a player's games, newest first, each whole and with what he said in it. @throws CodedError `bad-cursor` */
export async function listOwnGames(
  db: PrismaClient,
  player: string,
  { limit, cursor }: PageQuery,
): Promise<{ games: OwnGame[]; next?: string }> {
  const list = ['own', listOf({ player })]
  const after = cursor === undefined ? null : fromPosition(cursor, list)
  const { rows, next } = pageOf(await findPositions(db, { player }, after, limit + 1), limit, (last) => toPosition(last, list))
  const ids = rows.map(({ id }) => id)
  const found = await db.game.findMany({
    where: { id: { in: ids } },
    orderBy: NEWEST_FIRST,
    select: { ...summarySelect, seed: true, seedHash: true, record: true },
  })
  const [ratings, said] = [await ratingsOf(db, found), await linesOf(db, player, ids)]
  const games = found.map((row) => ({
    game: { ...summary(row, ratings), seed: row.seed, seedHash: row.seedHash },
    record: row.record as unknown as OwnGame['record'],
    said: said.get(row.id)!,
  }))
  return next === undefined ? { games } : { games, next }
}

/** Games that lose a name in one transaction. */
const BATCH = 50

/**
 * Takes a player's name and words out of everything that is kept for good: his games, their records, and what is stored of him
 * from now on. His id, his results and his opponents' ratings stay. Can be repeated, and must be if it was cut short.
 */
export async function forgetPlayer(db: PrismaClient, id: string): Promise<void> {
  const now = new Date()
  await db.$transaction(async (tx) => {
    await lockAllRatings(tx)
    // Who is storing a game of his holds this row until it is stored; who comes later finds the mark.
    await tx.player.upsert({
      where: { id },
      create: { id, name: DELETED.name, deletedAt: now },
      update: { name: DELETED.name, deletedAt: now },
    })
    await tx.playerRating.updateMany({ where: { playerId: id }, data: { listed: false } })
  })
  for (let after: Position | null = null; ; ) {
    const positions: Position[] = await findPositions(db, { player: id }, after, BATCH)
    await db.$transaction((tx) => forgetIn(tx, id, positions.map((position) => position.id)))
    after = positions.at(-1) ?? null
    if (positions.length < BATCH) return
  }
}

async function forgetIn(tx: Prisma.TransactionClient, playerId: string, games: string[]): Promise<void> {
  // Both players may be deleting themselves: nobody else may change a record between its reading and its writing.
  const rows = await tx.$queryRaw<{ id: string; record: MatchRecord }[]>`
    SELECT id, record FROM games WHERE id = ANY(${games}) ORDER BY id FOR NO KEY UPDATE`
  const nameless = rows.map(({ id, record }) => ({ id, record: namelessRecord(record, new Set([playerId])) }))
  await tx.$executeRaw`
    UPDATE games SET record = nameless.record
    FROM json_to_recordset(${JSON.stringify(nameless)}::json) AS nameless (id text, record jsonb)
    WHERE games.id = nameless.id`
  const his = { playerId, gameId: { in: games } }
  await tx.gameSeat.updateMany({ where: his, data: { name: DELETED.name } })
  await tx.gameChatLine.updateMany({ where: his, data: { name: DELETED.name, text: DELETED.text } })
}
