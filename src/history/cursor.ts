import { momentFromCursor, momentToCursor } from '../paging/index.ts'
import { primitives } from '../protocol/index.ts'

export { fromCursor, pageOf, toCursor } from '../paging/index.ts'

/** What games are sorted by: when a game ended (ms since 1970), and then its id. */
export interface GameKey {
  endedAt: number
  id: string
}

/** The last millisecond of the last year with four digits: the latest time that the database can be asked about. */
export const LATEST = Date.UTC(10_000, 0) - 1

/** The cursor of a page whose last game has this key. */
export const keyToCursor = ({ endedAt, id }: GameKey, list: unknown): string =>
  momentToCursor({ at: endedAt, id }, list)

/** The key given to `keyToCursor`. @throws CodedError `bad-cursor` if the cursor is not one of this list. */
export function keyFromCursor(cursor: string, list: unknown): GameKey {
  const { at, id } = momentFromCursor(cursor, list, primitives.matchId)
  return { endedAt: at, id }
}
