import type { Entrant } from './entrant.ts'

/**
 * Which of two players begins: who has begun less often; of two who have begun as often, who did not begin last time; and
 * else the better one at every second table.
 * @param one the better one. @param table from 0 on.
 */
export function seated(one: Entrant, other: Entrant, table: number): [string, string] {
  const begins = one.balance - other.balance || lately(one) - lately(other) || (table % 2 === 0 ? -1 : 1)
  return begins < 0 ? [one.id, other.id] : [other.id, one.id]
}

const lately = ({ last }: Entrant): number => (last === 0 ? 1 : last === 1 ? -1 : 0)
