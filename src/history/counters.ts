import { otherSeat } from '../record/index.ts'
import { Prisma } from '../database/index.ts'
import type { FinishedGame } from './finished.ts'
import { resultOf } from './result.ts'

/**
 * Counts a game that has just been stored for both of its players. Their own rows are locked, so that nobody else counts for them
 * at the same time.
 */
export async function countGame(tx: Prisma.TransactionClient, game: FinishedGame): Promise<void> {
  const { players, kind, outcome, wonders } = game
  const seats = ([0, 1] as const).map((seat) => ({
    seat,
    id: players[seat].id,
    opponent: players[otherSeat(seat)].id,
    result: resultOf(outcome, seat),
  }))

  const results = seats.map(
    ({ seat, id, result }) => Prisma.sql`(${id}, ${kind}, ${seat}, ${outcome.by}, ${result}::seat_result, 1)`,
  )
  await tx.$executeRaw`
    INSERT INTO player_results (player_id, kind, seat, ended_by, result, games) VALUES ${Prisma.join(results)}
    ON CONFLICT (player_id, kind, seat, ended_by, result) DO UPDATE SET games = player_results.games + 1`

  const is = (one: boolean): number => (one ? 1 : 0)
  const encounters = seats.map(({ id, opponent, result }) => {
    const [won, lost, shared] = [is(result === 'won'), is(result === 'lost'), is(result === 'shared')]
    return Prisma.sql`(${id}, ${opponent}, ${won}, ${lost}, ${shared})`
  })
  await tx.$executeRaw`
    INSERT INTO encounters (player_id, opponent_id, won, lost, shared) VALUES ${Prisma.join(encounters)}
    ON CONFLICT (player_id, opponent_id) DO UPDATE SET
      won = encounters.won + excluded.won, lost = encounters.lost + excluded.lost, shared = encounters.shared + excluded.shared`

  if (wonders.length === 0) return
  const drafted = wonders.map(({ seat, wonder, constructed }) => {
    const { id, result } = seats[seat]!
    return Prisma.sql`(${id}, ${wonder}, 1, ${is(constructed)}, ${is(result === 'won')})`
  })
  await tx.$executeRaw`
    INSERT INTO player_wonders (player_id, wonder, drafted, constructed, won) VALUES ${Prisma.join(drafted)}
    ON CONFLICT (player_id, wonder) DO UPDATE SET
      drafted = player_wonders.drafted + 1, constructed = player_wonders.constructed + excluded.constructed,
      won = player_wonders.won + excluded.won`
}
