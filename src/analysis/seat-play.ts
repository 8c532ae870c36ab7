import type { Judgement } from '../bots/index.ts'
import type { Prisma } from '../database/index.ts'
import { jsonRows } from '../history/index.ts'
import { otherSeat } from '../record/index.ts'
import { luckAndPlay } from './luck.ts'

/** What an analysis says of the play of a seat. Chances are whole parts of 10,000. */
export interface SeatPlay {
  /** How many decisions of the seat had a choice, and what they cost in all. */
  decisions: number
  cost: number
  /** Its result without luck: its first chance, less its own cost, plus that of the other seat. It has no bounds. */
  expected: number
}

/** By seat. It does not depend on how the game ended: that is luck, or no play at all. */
export function seatPlayOf(judgements: readonly Judgement[]): [SeatPlay, SeatPlay] {
  const { decisions, summary } = luckAndPlay(judgements, { byRules: false, winner: null })
  const of = (seat: 0 | 1): SeatPlay => ({
    decisions: decisions.filter((each) => each.seat === seat).length,
    cost: summary[seat].cost,
    expected: summary[seat].first - summary[seat].cost + summary[otherSeat(seat)].cost,
  })
  return [of(0), of(1)]
}

/** An analysis that is done; null if it was given up. */
export interface Done {
  game: string
  decisions: readonly Judgement[] | null
}

/** Stores what follows from analyses for the seats of their games, once. Seats that decided nothing have no row. */
export async function storeSeatPlay(tx: Prisma.TransactionClient, analyses: readonly Done[]): Promise<void> {
  const rows = analyses
    .flatMap(({ game, decisions }) => seatPlayOf(decisions ?? []).map((play, seat) => ({ game, seat, ...play })))
    .filter(({ decisions }) => decisions > 0)
  if (rows.length === 0) return
  await tx.$executeRaw`
    INSERT INTO analysed_seats (game_id, seat, player_id, ended_at, decisions, cost, expected)
    SELECT game_id, seat, player_id, ended_at, decisions, cost, expected
    FROM json_to_recordset(${jsonRows(rows)})
      AS new (game text, seat smallint, decisions integer, cost integer, expected integer)
      JOIN game_seats USING (seat)
    WHERE game_id = game
    ON CONFLICT DO NOTHING`
}
