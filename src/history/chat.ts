import type { Prisma, PrismaClient } from '../database/index.ts'
import type { ChatLine, GameChatPage, PageQuery, PlayerRef } from '../protocol/index.ts'
import { CodedError, hasBot, playerRef } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import { fromCursor, pageOf, toCursor } from './cursor.ts'
import type { FinishedGame } from './finished.ts'
import { jsonRows } from './json-rows.ts'

/** Stores the chat of games. Lines that are stored already do not change. */
export async function storeChat(tx: Prisma.TransactionClient, games: readonly FinishedGame[]): Promise<void> {
  const lines = games.flatMap(({ record, chat }) =>
    chat.map(({ number, at, from, seat, text, phrase }) => ({
      game: record.header.id,
      number,
      at: new Date(at),
      player: from.id,
      name: from.name,
      bot: hasBot([from]),
      seat: seat ?? null,
      text,
      phrase: phrase ?? null,
    })),
  )
  if (lines.length === 0) return
  await tx.$executeRaw`
    INSERT INTO game_chat (game_id, number, at, player_id, name, bot, seat, text, phrase)
    SELECT game, number, at, player, name, bot, seat, text, phrase
    FROM json_to_recordset(${jsonRows(lines)})
      AS new (
        game text, number integer, at timestamp(3), player text, name text, bot boolean, seat smallint, text text, phrase text
      )
    ON CONFLICT (game_id, number) DO NOTHING`
}

/**
 * The players of a game by seat, and a page of their chat, in order; null if no game has this id.
 * @throws CodedError `bad-cursor`
 */
export async function findChat(
  db: PrismaClient,
  gameId: string,
  { limit, cursor }: PageQuery,
): Promise<{ players: string[]; page: GameChatPage } | null> {
  const list = ['chat', gameId]
  const after = cursor === undefined ? 0 : lineNumber(cursor, list)
  const seats = await db.gameSeat.findMany({ where: { gameId }, orderBy: { seat: 'asc' }, select: { playerId: true } })
  if (seats.length === 0) return null
  const where = { gameId, number: { gt: after } }
  const found = await db.gameChatLine.findMany({ where, orderBy: { number: 'asc' }, take: limit + 1 })
  const { rows, next } = pageOf(found, limit, (last) => toCursor([last.number], list))
  const page = { lines: rows.map(lineOf), ...(next !== undefined && { next }) }
  return { players: seats.map(({ playerId }) => playerId), page }
}

/** A player's chat lines in some games, in order. */
export async function linesOf(
  db: PrismaClient,
  player: PlayerRef['id'],
  games: string[],
): Promise<Map<string, ChatLine[]>> {
  const where = { gameId: { in: games }, playerId: player }
  const rows = await db.gameChatLine.findMany({ where, orderBy: { number: 'asc' } })
  return new Map(games.map((id) => [id, rows.filter(({ gameId }) => gameId === id).map(lineOf)]))
}

function lineOf(line: Prisma.GameChatLineGetPayload<object>): ChatLine {
  const { number, at, playerId, name, bot, seat, text, phrase } = line
  return {
    number,
    at: at.getTime(),
    from: playerRef(playerId, name, bot),
    ...(seat !== null && { seat: seat as Seat }),
    text,
    ...(phrase !== null && { phrase: phrase as NonNullable<ChatLine['phrase']> }),
  }
}

/** The number of the last line of a page. @throws CodedError `bad-cursor` */
function lineNumber(cursor: string, list: unknown): number {
  const [text, ...more] = fromCursor(cursor, list)
  const number = Number(text)
  const wellFormed = Number.isInteger(number) && number >= 1 && number <= 2 ** 31 - 1 && more.length === 0
  if (!wellFormed) throw new CodedError('bad-cursor')
  return number
}
