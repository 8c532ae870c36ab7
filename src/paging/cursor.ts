import { createHash } from 'node:crypto'
import { CodedError } from '../protocol/index.ts'

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
