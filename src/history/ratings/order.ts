import type { Prisma } from '../../database/index.ts'
import type { RatingKind } from '../../protocol/index.ts'
import type { GameKey } from '../cursor.ts'

// The rated games of a kind are ordered by their ends, and then by their ids, bytewise like the columns.

export const isLater = (a: GameKey, b: GameKey): boolean =>
  a.endedAt === b.endedAt ? a.id > b.id : a.endedAt > b.endedAt

/** The rating changes of a kind by games after a game. */
export function laterThan(kind: RatingKind, { endedAt, id }: GameKey): Prisma.RatingChangeWhereInput {
  const moment = new Date(endedAt)
  return { kind, endedAt: { gte: moment }, OR: [{ endedAt: { gt: moment } }, { gameId: { gt: id } }] }
}

/** The rating changes of a kind by games before a game. */
export function earlierThan(kind: RatingKind, { endedAt, id }: GameKey): Prisma.RatingChangeWhereInput {
  const moment = new Date(endedAt)
  return { kind, endedAt: { lte: moment }, OR: [{ endedAt: { lt: moment } }, { gameId: { lt: id } }] }
}
