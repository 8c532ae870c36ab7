import type { PrismaClient } from '../database/index.ts'
import { matchOfSeries } from '../record/index.ts'
import type { Tx } from './rows.ts'
import type { WithoutLuck } from './standings.ts'
import type { State } from './state.ts'

/** What the results of analysed seats are counted in. */
const WHOLE = 10_000

/** By player, the mean result of their analysed games of a tournament without luck. */
export async function withoutLuckIn(db: Tx | PrismaClient, { pairings, terms }: State): Promise<WithoutLuck> {
  const games = pairings.flatMap(({ match, points }) =>
    match === null || points === null
      ? []
      : Array.from({ length: terms.best }, (_, index) => matchOfSeries({ id: match, game: index + 1 })),
  )
  if (games.length === 0) return new Map()
  const rows = await db.analysedSeat.groupBy({
    by: ['playerId'],
    where: { gameId: { in: games } },
    _avg: { expected: true },
  })
  return new Map(rows.map(({ playerId, _avg: { expected } }) => [playerId, (expected ?? 0) / WHOLE]))
}
