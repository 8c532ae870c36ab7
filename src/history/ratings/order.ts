import type { Prisma } from '../../database/index.ts'
import type { RatingKind } from '../../protocol/index.ts'
import type { Position } from '../cursor.ts'

// The rated games of a kind follow each other by their ends, and then by their ids, bytewise: the columns are collated so.

export const isLater = (a: Position, b: Position): boolean => (a.endedAt === b.endedAt ? a.id > b.id : a.endedAt > b.endedAt)

/** Which rating changes of a kind come after a position. */
export function after(kind: RatingKind, { endedAt, id }: Position): Prisma.RatingChangeWhereInput {
  const moment = new Date(endedAt)
  return { kind, endedAt: { gte: moment }, OR: [{ endedAt: { gt: moment } }, { gameId: { gt: id } }] }
}

/** Which rating changes of a kind come before a position. */
export function before(kind: RatingKind, { endedAt, id }: Position): Prisma.RatingChangeWhereInput {
  const moment = new Date(endedAt)
  return { kind, endedAt: { lte: moment }, OR: [{ endedAt: { lt: moment } }, { gameId: { lt: id } }] }
}
