import { houseBotLevel } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { otherSeat } from './seating.ts'

const SEATS = [0, 1] as const

/** Whether the server plays a seat of the match. */
export const isHouseSeat = ({ players }: Pick<Fold, 'players'>, seat: Seat): boolean => {
  const player = players[seat]
  return player?.bot === true && houseBotLevel(player.id) !== undefined
}

/** Whether the server plays a seat of the match. */
export const hasHouseSeat = (fold: Pick<Fold, 'players'>): boolean => SEATS.some((seat) => isHouseSeat(fold, seat))

/** The seat, played by the server, that has to act or to answer an offer of a draw; null if there is none. */
export function awaitsBot(fold: Pick<Fold, 'players' | 'state' | 'outcome' | 'drawOffer'>): Seat | null {
  const { state, outcome, drawOffer } = fold
  if (!state || outcome) return null
  const isAwaited = (seat: Seat): boolean => state.toAct === seat || drawOffer === otherSeat(seat)
  return SEATS.find((seat) => isAwaited(seat) && isHouseSeat(fold, seat)) ?? null
}
