import type { PrismaClient } from '../database/index.ts'
import type { ExportedGame, ExportQuery } from '../protocol/index.ts'
import { publicRecord } from '../record/index.ts'
import { keyFromCursor, keyToCursor } from './cursor.ts'
import { filtersOf, findKeys, listOf } from './filters.ts'
import { gameOf, gameSelect, NEWEST_FIRST, ratingsOf, recordOf } from './games.ts'

/** Some whole games of an export. */
export interface ExportPage {
  games: ExportedGame[]
  /** Leads to the next page, also where all games of this one are left out. Missing: this is the last page. */
  next?: string
}

/**
 * A page of whole games, newest first, without those of private matches. It reads `limit` games at most.
 * @throws CodedError `bad-cursor`
 */
export async function exportGames(
  db: PrismaClient,
  { cursor, ...query }: ExportQuery & { limit: number },
): Promise<ExportPage> {
  const { limit } = query
  const filters = filtersOf(query)
  const list = ['export', listOf(filters)]
  const after = cursor === undefined ? null : keyFromCursor(cursor, list)
  const keys = await findKeys(db, filters, after, limit + 1)
  const shown = keys.slice(0, limit)
  const open = await db.game.findMany({
    where: { id: { in: shown.map(({ id }) => id) }, listed: true },
    orderBy: NEWEST_FIRST,
    select: { ...gameSelect, record: true },
  })
  const ratings = await ratingsOf(db, open)
  const games = open.map((row) => ({
    cursor: keyToCursor({ endedAt: row.endedAt.getTime(), id: row.id }, list),
    game: gameOf(row, ratings),
    record: publicRecord(recordOf(row)),
  }))
  const last = shown.at(-1)
  return keys.length > limit && last ? { games, next: keyToCursor(last, list) } : { games }
}
