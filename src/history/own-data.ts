import type { Prisma, PrismaClient } from '../database/index.ts'
import type { OwnGame, PageQuery } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { linesOf } from './chat.ts'
import type { GameKey } from './cursor.ts'
import { keyFromCursor, keyToCursor, pageOf } from './cursor.ts'
import { DELETED, namelessRecord } from './deleted.ts'
import { findKeys, listOf } from './filters.ts'
import { gameOf, gameSelect, NEWEST_FIRST, ratingsOf, recordOf } from './games.ts'
import { lockAllRatings } from './ratings/store.ts'

/**
 * A page of a player's games, newest first, whole and with the player's own chat lines.
 * @throws CodedError `bad-cursor`
 */
export async function listOwnGames(
  db: PrismaClient,
  player: string,
  { limit, cursor }: PageQuery,
): Promise<{ games: OwnGame[]; next?: string }> {
  const list = ['own', listOf({ player })]
  const after = cursor === undefined ? null : keyFromCursor(cursor, list)
  const keys = await findKeys(db, { player }, after, limit + 1)
  const { rows, next } = pageOf(keys, limit, (last) => keyToCursor(last, list))
  const ids = rows.map(({ id }) => id)
  const found = await db.game.findMany({
    where: { id: { in: ids } },
    orderBy: NEWEST_FIRST,
    select: { ...gameSelect, record: true },
  })
  const [ratings, said] = [await ratingsOf(db, found), await linesOf(db, player, ids)]
  const games = found.map((row) => ({ game: gameOf(row, ratings), record: recordOf(row), said: said.get(row.id)! }))
  return next === undefined ? { games } : { games, next }
}

/** How many games lose a name in one transaction. */
const BATCH = 50

/**
 * Removes a player's name and chat lines from everything that is stored: their games, the records, and what is stored
 * of the player later. The id, the results and the ratings of the opponents stay. It can be repeated, and must be if it
 * failed.
 */
export async function forgetPlayer(db: PrismaClient, id: string): Promise<void> {
  const now = new Date()
  await db.$transaction(async (tx) => {
    await lockAllRatings(tx)
    // A transaction that stores a game of the player holds this row until its end; a later one finds the mark.
    await tx.player.upsert({
      where: { id },
      create: { id, name: DELETED.name, deletedAt: now },
      update: { name: DELETED.name, deletedAt: now },
    })
    await tx.playerRating.updateMany({ where: { playerId: id }, data: { listed: false } })
  })
  for (let after: GameKey | null = null; ;) {
    const keys: GameKey[] = await findKeys(db, { player: id }, after, BATCH)
    await db.$transaction((tx) =>
      forgetIn(
        tx,
        id,
        keys.map((key) => key.id),
      ),
    )
    after = keys.at(-1) ?? null
    if (keys.length < BATCH) return
  }
}

async function forgetIn(tx: Prisma.TransactionClient, playerId: string, games: string[]): Promise<void> {
  // The other player may be deleting their data, too: nobody else may change a record between its reading and its
  // writing.
  const rows = await tx.$queryRaw<{ id: string; record: MatchRecord }[]>`
    SELECT id, record FROM games WHERE id = ANY(${games}) ORDER BY id FOR NO KEY UPDATE`
  const nameless = rows.map(({ id, record }) => ({ id, record: namelessRecord(record, new Set([playerId])) }))
  await tx.$executeRaw`
    UPDATE games SET record = nameless.record
    FROM json_to_recordset(${JSON.stringify(nameless)}::json) AS nameless (id text, record jsonb)
    WHERE games.id = nameless.id`
  const own = { playerId, gameId: { in: games } }
  await tx.gameSeat.updateMany({ where: own, data: { name: DELETED.name } })
  await tx.gameChatLine.updateMany({ where: own, data: { name: DELETED.name, text: DELETED.text, phrase: null } })
}

/**
 * Gives a player another name in the lists of games and in the chat, in a transaction. The records keep the name under
 * which they were played: nothing in a record ever changes, except that names are removed from it.
 */
export async function renameInHistory(tx: Prisma.TransactionClient, playerId: string, name: string): Promise<void> {
  await tx.player.updateMany({ where: { id: playerId, deletedAt: null }, data: { name } })
  await tx.gameSeat.updateMany({ where: { playerId }, data: { name } })
  await tx.gameChatLine.updateMany({ where: { playerId }, data: { name } })
}
