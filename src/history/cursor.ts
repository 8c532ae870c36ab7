import { createHash } from 'node:crypto'
import { CodedError, primitives } from '../protocol/index.ts'

/** What games are sorted by: when a game ended (ms since 1970), and then its id. */
export interface GameKey {
  endedAt: number
  id: string
}

/** The last millisecond of the last year with four digits: the latest time that the database can be asked about. */
export const LATEST = Date.UTC(10_000, 0) - 1

/**
 * The cursor that a client sends back to get the next page.
 * @param fields where the page ended.
 * @param list names the list; the cursor is valid for no other one.
 */
export const toCursor = (fields: readonly (string | number)[], list: unknown): string =>
  Buffer.from([...fields, digest(list)].join(' ')).toString('base64url')

/** The fields given to `toCursor`, as text. @throws CodedError `bad-cursor` if the cursor is not one of this list. */
export function fromCursor(cursor: string, list: unknown): string[] {
  const fields = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (fields.pop() !== digest(list)) throw new CodedError('bad-cursor')
  return fields
}

/** The cursor of a page whose last game has this key. */
export const keyToCursor = ({ endedAt, id }: GameKey, list: unknown): string => toCursor([endedAt, id], list)

/** The key given to `keyToCursor`. @throws CodedError `bad-cursor` if the cursor is not one of this list. */
export function keyFromCursor(cursor: string, list: unknown): GameKey {
  const [time = '', id = '', ...more] = fromCursor(cursor, list)
  const endedAt = Number(time)
  const isTime = /^\d{1,15}$/.test(time) && endedAt <= LATEST
  const wellFormed = isTime && primitives.matchId.safeParse(id).success && more.length === 0
  if (!wellFormed) throw new CodedError('bad-cursor')
  return { endedAt, id }
}

const digest = (list: unknown): string =>
  createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)

/**
 * A page of a list.
 * @param rows the rows of the page, and one more if there is a next page.
 * @param cursorOf returns the cursor of the page that ends with a row.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; next?: string } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return rows.length > limit && last !== undefined ? { rows: shown, next: cursorOf(last) } : { rows: shown }
}
