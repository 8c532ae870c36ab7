import type { z } from 'zod'
import { CodedError } from '../protocol/index.ts'
import { fromCursor, toCursor } from './cursor.ts'

/** What lists in the order of time are sorted by: a moment (ms since 1970), and then an id. */
export interface MomentKey {
  at: number
  id: string
}

/** The cursor of a page whose last row has this key. */
export const momentToCursor = ({ at, id }: MomentKey, list: unknown): string => toCursor([at, id], list)

/**
 * The key given to `momentToCursor`. No moment is later than the database can be asked about.
 * @param idSchema what an id of the list is like.
 * @throws CodedError `bad-cursor` if the cursor is not one of this list.
 */
export function momentFromCursor(cursor: string, list: unknown, idSchema: z.ZodType<string>): MomentKey {
  const [time = '', id = '', ...more] = fromCursor(cursor, list)
  const isKey = /^\d{1,14}$/.test(time) && idSchema.safeParse(id).success && more.length === 0
  if (!isKey) throw new CodedError('bad-cursor')
  return { at: Number(time), id }
}
