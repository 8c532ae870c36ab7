import type { Database } from '../database/index.ts'
import type { OwnTournament } from '../protocol/index.ts'
import { DELETED_NAME } from '../protocol/index.ts'

/** The tournaments that a player has joined or hosts, newest first, at most `limit`. @throws CodedError `unavailable` */
export async function tournamentsOf(database: Database, player: string, limit: number): Promise<OwnTournament[]> {
  const rows = await database.use((db) =>
    db.tournament.findMany({
      where: { OR: [{ hostId: player }, { players: { some: { playerId: player } } }] },
      orderBy: { createdAt: 'desc' },
      take: limit,
      select: { id: true, name: true, hostId: true, createdAt: true, players: { where: { playerId: player } } },
    }),
  )
  return rows.map(({ id, name, hostId, createdAt, players: [own] }) => ({
    id,
    name,
    at: createdAt.getTime(),
    hosted: hostId === player,
    ...(own?.place && { place: own.place }),
  }))
}

/**
 * Removes the name of a player: they leave what goes on, and what they host and has not started is cancelled. It can be
 * repeated.
 * @param now ms since 1970. @throws CodedError `unavailable`
 */
export async function forgetInTournaments(database: Database, player: string, now: number): Promise<void> {
  const cancelled = { status: 'cancelled', endedAt: new Date(now) }
  await database.write((db) =>
    db.$transaction([
      db.tournament.updateMany({ where: { hostId: player, status: 'open' }, data: cancelled }),
      db.tournament.updateMany({ where: { hostId: player }, data: { hostName: DELETED_NAME } }),
      db.tournamentPlayer.deleteMany({ where: { playerId: player, tournament: { status: 'open' } } }),
      db.tournamentPlayer.updateMany({ where: { playerId: player }, data: { name: DELETED_NAME, withdrawn: true } }),
    ]),
  )
}
