import type { SeatedBy } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import { drawSeat } from '../rules/index.ts'
import { otherSeat } from './fold.ts'
import type { MatchHeader, MatchRecord } from './types.ts'

/** Of how many of a player's last rated games of a kind it is counted how often they began. */
export const BALANCED_GAMES = 20

/** The seat of the host of a match, and what decided it. */
export interface Seating extends SeatedBy {
  seat: Seat
}

/** The seat that the host has chosen. */
export const chosenSeat = (seat: Seat): Seating => ({ seat, seatBy: 'host' })

/**
 * The seat of the host of a match: whoever has begun less often begins. The seed decides between players who have begun as often, or if
 * nothing was counted.
 */
export function fairSeat(seed: string, began?: SeatedBy['began']): Seating {
  const counted = began && { began }
  if (!began || began.host === began.guest) return { seat: drawSeat(seed), seatBy: 'seed', ...counted }
  return { seat: began.host < began.guest ? 0 : 1, seatBy: 'balance', ...counted }
}

/** What a header or an entry records of a seating. */
export const seatedBy = ({ seatBy, began }: Partial<SeatedBy>): Partial<SeatedBy> => ({
  ...(seatBy && { seatBy }),
  ...(began && { began }),
})

/**
 * Why the seats of a match are what they are; null for a match without a second player, and in records from before this
 * was recorded.
 */
export function seatingOf({
  header,
  entries,
}: Pick<MatchRecord, 'entries'> & { header: Pick<MatchHeader, 'host' | 'seatBy' | 'began'> }): Seating | null {
  const body = entries.find((entry) => entry.body.type === 'join')?.body
  if (body?.type !== 'join') return null
  const { seatBy = header.seatBy, began = header.began } = body
  return seatBy ? { seat: otherSeat(body.seat), seatBy, ...(began && { began }) } : null
}

/** Whether what was counted, or the seed, gives the seats that the players of a match have. */
export function isSeatedRightly(seed: string, { seat, seatBy, began }: Seating): boolean {
  if (seatBy === 'host') return true
  const fair = fairSeat(seed, began)
  return fair.seat === seat && fair.seatBy === seatBy
}
