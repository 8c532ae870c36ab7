import { otherSeat } from '../record/index.ts'
import { Prisma } from '../database/index.ts'
import type { FinishedGame } from './finished.ts'
import { resultOf } from './result.ts'

/**
 * Adds a game that was just stored to the counters of both players. The caller holds the locks of their rows, so that
 * no other transaction counts for them at the same time.
 */
export async function addToCounters(tx: Prisma.TransactionClient, game: FinishedGame): Promise<void> {
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

  const countIf = (one: boolean): number => (one ? 1 : 0)
  const encounters = seats.map(({ id, opponent, result }) => {
    const [won, lost, shared] = [countIf(result === 'won'), countIf(result === 'lost'), countIf(result === 'shared')]
    return Prisma.sql`(${id}, ${opponent}, ${won}, ${lost}, ${shared})`
  })
  await tx.$executeRaw`
    INSERT INTO encounters (player_id, opponent_id, won, lost, shared) VALUES ${Prisma.join(encounters)}
    ON CONFLICT (player_id, opponent_id) DO UPDATE SET
      won = encounters.won + excluded.won,
      lost = encounters.lost + excluded.lost,
      shared = encounters.shared + excluded.shared`

  if (wonders.length === 0) return
  const drafted = wonders.map(({ seat, wonder, constructed }) => {
    const { id, result } = seats[seat]!
    return Prisma.sql`(${id}, ${wonder}, 1, ${countIf(constructed)}, ${countIf(result === 'won')})`
  })
  await tx.$executeRaw`
    INSERT INTO player_wonders (player_id, wonder, drafted, constructed, won) VALUES ${Prisma.join(drafted)}
    ON CONFLICT (player_id, wonder) DO UPDATE SET
      drafted = player_wonders.drafted + 1,
      constructed = player_wonders.constructed + excluded.constructed,
      won = player_wonders.won + excluded.won`
}
