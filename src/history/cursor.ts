import { createHash } from 'node:crypto'
import { CodedError, primitives } from '../protocol/index.ts'

/** Where a page of games ended: its last one. Times are ms since 1970. */
export interface Position {
  endedAt: number
  id: string
}

/** The last moment of a four-digit year: what the database can be asked about. */
export const LATEST = Date.UTC(10_000, 0) - 1

/** What a client hands back for the next page: where this one ended. It is good for the same list only, which `list` names. */
export const toCursor = (fields: readonly (string | number)[], list: unknown): string =>
  Buffer.from([...fields, digest(list)].join(' ')).toString('base64url')

/** The fields that `toCursor` was given, as text. @throws CodedError `bad-cursor` if it was not made for this list. */
export function fromCursor(cursor: string, list: unknown): string[] {
  const fields = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (fields.pop() !== digest(list)) throw new CodedError('bad-cursor')
  return fields
}

export const toPosition = ({ endedAt, id }: Position, list: unknown): string => toCursor([endedAt, id], list)

/** @throws CodedError `bad-cursor` if it was not made by `toPosition` for this list. */
export function fromPosition(cursor: string, list: unknown): Position {
  const [time = '', id = '', ...more] = fromCursor(cursor, list)
  const endedAt = Number(time)
  const wellFormed = /^\d{1,15}$/.test(time) && endedAt <= LATEST && primitives.matchId.safeParse(id).success && more.length === 0
  if (!wellFormed) throw new CodedError('bad-cursor')
  return { endedAt, id }
}

const digest = (list: unknown): string => createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)

/**
 * A page of a list, from up to one row more than belongs on it: that there is one says that there is a next page.
 * @param cursorOf makes the cursor of the page that ends with a row.
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
