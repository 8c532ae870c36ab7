import { Prisma } from '../database/index.ts'

/**
 * Many rows as one argument of a statement, for `json_to_recordset`: one statement writes the rows of many games, and
 * its text is the same for any number of them. Numbers have the shortest text that gives the same number again, times
 * are ISO texts in UTC.
 */
export const jsonRows = (rows: readonly object[]): Prisma.Sql => Prisma.sql`${JSON.stringify(rows)}::json`

/** The sum of all rows that have the same key, added by `add` into the first one, in the order of the first ones. */
export function summed<Row extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (sum: Row, row: Row) => void,
): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    if (sum) add(sum, row)
    else sums.set(key, { ...row })
  }
  return [...sums.values()]
}
