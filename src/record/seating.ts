import type { SeatedBy } from '../protocol/index.ts'
import type { Handicap, Seat } from '../rules/index.ts'
import { drawSeat } from '../rules/index.ts'
import type { EntryBody, MatchHeader, MatchRecord } from './types.ts'

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0)

/** Of how many of a player's last rated games of a kind it is counted how often they began. */
export const BALANCED_GAMES = 20

/** What both players bid for the first turn (coins). */
export interface Bids {
  host: number
  guest: number
}

/** The seat of the host of a match, and what decided it. */
export interface Seating extends SeatedBy {
  seat: Seat
  bids?: Bids
}

/** The seat that the host has chosen. */
export const chosenSeat = (seat: Seat): Seating => ({ seat, seatBy: 'host' })

/** The seat that the pairing of a round gives the host. */
export const pairedSeat = (seat: Seat): Seating => ({ seat, seatBy: 'tournament' })

/**
 * The seat of the host of a match: whoever has begun less often begins. The seed decides between players who have begun as often, or if
 * nothing was counted.
 */
export function fairSeat(seed: string, began?: SeatedBy['began']): Seating {
  const counted = began && { began }
  if (!began || began.host === began.guest) return { seat: drawSeat(seed), seatBy: 'seed', ...counted }
  return { seat: began.host < began.guest ? 0 : 1, seatBy: 'balance', ...counted }
}

/**
 * The seat of the host of a match in which both bid for the first turn: whoever bid more begins, and the seed decides
 * between equal bids. The other seat has the higher bid as a handicap.
 */
export function bidSeat(seed: string, { host, guest }: Bids): { seat: Seat; handicap?: Handicap } {
  const seat = host === guest ? drawSeat(seed) : host > guest ? 0 : 1
  return { seat, ...handicapOf([host, guest]) }
}

/** What both bid for the first turn gives the seat that does not have it. */
export function handicapOf(bids: readonly [number, number]): { handicap?: Handicap } {
  const coins = Math.max(...bids)
  return coins > 0 ? { handicap: { seat: 1, coins } } : {}
}

/**
 * Both bids for the first turn, by the header and the entry `join`; null in a match without.
 * @throws Error if one of them lacks, or if they did not decide who begins.
 */
export function bidsOf({ bid: host }: Pick<MatchHeader, 'bid'>, { bid: guest, seatBy }: Joining): Bids | null {
  const byBids = seatBy === 'bid'
  if (host === undefined && guest === undefined && !byBids) return null
  if (host === undefined || guest === undefined || !byBids)
    throw new Error('the bids for the first turn are incomplete')
  return { host, guest }
}
type Joining = EntryBody & { type: 'join' }

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
}: Pick<MatchRecord, 'entries'> & { header: Pick<MatchHeader, 'host' | 'seatBy' | 'began' | 'bid'> }): Seating | null {
  const body = entries.find((entry) => entry.body.type === 'join')?.body
  if (body?.type !== 'join') return null
  const { seatBy = header.seatBy, began = header.began } = body
  const { bid: host } = header
  const { bid: guest } = body
  const bids = host !== undefined && guest !== undefined && { host, guest }
  return seatBy ? { seat: otherSeat(body.seat), seatBy, ...(began && { began }), ...(bids && { bids }) } : null
}

/** Whether what was counted or bid, or the seed, gives the seats that the players of a match have. */
export function isSeatedRightly(seed: string, { seat, seatBy, began, bids }: Seating): boolean {
  if (seatBy === 'bid' || bids) return seatBy === 'bid' && bids !== undefined && bidSeat(seed, bids).seat === seat
  if (seatBy === 'host' || seatBy === 'tournament') return true
  const fair = fairSeat(seed, began)
  return fair.seat === seat && fair.seatBy === seatBy
}
