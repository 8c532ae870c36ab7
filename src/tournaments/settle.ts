import { newId } from '../ids/index.ts'
import type { Over } from './live-matches.ts'
import type { Tx } from './rows.ts'

/** A player who did not appear so often is withdrawn. */
const MOST_ABSENCES = 2
/** How often a pairing of a knock-out is played again before the better seed goes on. */
const MOST_REPLAYS = 2
const [WIN, SHARED, LOSS] = [2, 1, 0]

/**
 * Stores how a pairing has ended, unless that is stored already. In a knock-out one without a winner is played again, with the
 * seats swapped.
 * @param match the match, or the first one of the series.
 * @param now ms since 1970.
 * @returns whether anything has changed.
 */
export async function settle(tx: Tx, match: string, { winner, absent }: Over, now: number): Promise<boolean> {
  const rows = await tx.$queryRaw<Row[]>`
    SELECT p.tournament_id AS "tournamentId", p.round, p.board, p.first_id AS "firstId", p.second_id AS "secondId",
      p.replays, t.format
    FROM tournament_pairings p JOIN tournaments t ON t.id = p.tournament_id
    WHERE p.match_id = ${match} AND p.first_points IS NULL
    FOR UPDATE OF p`
  const [row] = rows
  if (!row) return false
  const { tournamentId, round, board, firstId, secondId, replays } = row
  const where = { tournamentId_round_board: { tournamentId, round, board } }
  const isLevel = row.format === 'knock-out' && winner === null && absent.length < 2
  if (isLevel && replays < MOST_REPLAYS) {
    const again = { matchId: newId(), replays: replays + 1, openedAt: null, dueAt: new Date(now) }
    await tx.tournamentPairing.update({ where, data: { ...again, firstId: secondId, secondId: firstId } })
    return true
  }
  const decided = isLevel ? await betterSeed(tx, row) : winner
  const isLost = absent.length === 2
  const pointsOf = (player: string): number =>
    isLost ? LOSS : decided === null ? SHARED : decided === player ? WIN : LOSS
  await tx.tournamentPairing.update({
    where,
    data: {
      firstPoints: pointsOf(firstId),
      secondPoints: pointsOf(secondId),
      absent: [firstId, secondId].flatMap((player, seat) => (absent.includes(player) ? [seat] : [])),
      settledAt: new Date(now),
    },
  })
  if (absent.length > 0) await countAbsence(tx, tournamentId, absent)
  return true
}

interface Row {
  tournamentId: string
  round: number
  board: number
  firstId: string
  secondId: string
  replays: number
  format: string
}

async function betterSeed(tx: Tx, { tournamentId, firstId, secondId }: Row): Promise<string> {
  const best = await tx.tournamentPlayer.findFirstOrThrow({
    where: { tournamentId, playerId: { in: [firstId, secondId] } },
    orderBy: [{ rating: 'desc' }, { number: 'asc' }],
  })
  return best.playerId
}

async function countAbsence(tx: Tx, tournamentId: string, absent: readonly string[]): Promise<void> {
  const where = { tournamentId, playerId: { in: [...absent] } }
  await tx.tournamentPlayer.updateMany({ where, data: { absences: { increment: 1 } } })
  await tx.tournamentPlayer.updateMany({
    where: { ...where, absences: { gte: MOST_ABSENCES } },
    data: { withdrawn: true },
  })
}
