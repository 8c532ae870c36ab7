import type { PlayerProfile } from '../protocol/index.ts'
import type { PrismaClient } from '../database/index.ts'

/** A player's name and balance; null for somebody without a finished game. */
export async function findPlayer(db: PrismaClient, id: string): Promise<PlayerProfile | null> {
  const [player, balance] = await Promise.all([
    db.player.findUnique({ where: { id } }),
    db.gameSeat.groupBy({ by: ['result'], where: { playerId: id }, _count: true }),
  ])
  if (!player) return null
  const counts = { won: 0, lost: 0, shared: 0 }
  for (const { result, _count } of balance) counts[result] = _count
  const { won, lost, shared } = counts
  return { id, name: player.name, since: player.firstGameAt.getTime(), games: won + lost + shared, ...counts }
}
