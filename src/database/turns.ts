import { Prisma } from './client/client.ts'

/** Work that waits in a table. Each field is a piece of SQL about its columns, one of which is `turn`, a whole number. */
interface Waiting {
  table: Prisma.Sql
  /** Which rows wait, those included that are in hand. */
  waits?: Prisma.Sql
  /** Which rows belong to the owner of the new one. */
  isOwn: Prisma.Sql
}

/**
 * The turn of a new row. Owners take turns with each other, however many rows one has: what is claimed in the order of
 * `turn` has one row of each owner before the second one of any. Who begins to wait, begins at the turn that it is.
 */
export const nextTurn = ({ table, waits = Prisma.sql`true`, isOwn }: Waiting): Prisma.Sql => Prisma.sql`
  (SELECT COALESCE(GREATEST(min(turn), 1 + max(turn) FILTER (WHERE ${isOwn})), 0) FROM ${table} WHERE ${waits})`
