import type { Snapshot } from '../protocol/index.ts'
import { LEAST_GIFT_MS, timeControl } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { otherSeat } from './seating.ts'
import { isBinding } from './series.ts'
import { termsOf } from './types.ts'

/** How often a player may offer a draw in one match. */
const MOST_DRAW_OFFERS = 3
/** How often a player may give the other one time in one match. */
const MOST_GIFTS = 10

type MayDo = NonNullable<Snapshot['mayDo']>

/**
 * What a player may do to the match as a whole, now. The snapshot shows it, and the server checks commands against it.
 */
export function mayDo(fold: Fold, seat: Seat): MayDo {
  const { state, outcome, moved, drawOffer, drawOffers, header } = fold
  if (outcome) return {}
  if (!state) return header.host.seat === seat && !isBinding(header) ? { abort: true } : {}
  const bothMoved = moved[0] && moved[1]
  // Two players who know each other could arrange the result of a rated match; on a deal of the day, and in a tournament,
  // results are compared.
  const mayAgree = !termsOf(header).rated && header.sealedUntil === undefined && !header.tournament
  const isOffered = mayAgree && drawOffer === otherSeat(seat)
  const mostMs = mostToGive(fold, seat)
  return {
    ...(!bothMoved && !isBinding(header) && { abort: true }),
    resign: true,
    ...(mayAgree && bothMoved && drawOffer === null && drawOffers[seat] < MOST_DRAW_OFFERS && { offerDraw: true }),
    ...(isOffered && { answerDraw: true }),
    ...(mostMs >= LEAST_GIFT_MS && { giveTime: mostMs }),
  }
}

/**
 * How much time a seat may give the other one now (ms). In all, each seat may give as much as the other one has for the
 * match, or for one turn. Where the time is for each turn, it can be given only to the seat whose time is running.
 */
function mostToGive({ header, clocks, gifts }: Fold, seat: Seat): number {
  const control = timeControl(termsOf(header).clock)
  const { count, ms } = gifts[seat]
  if (!clocks || control.pace === 'untimed' || count >= MOST_GIFTS) return 0
  // A round must be over when its deal opens.
  if (header.tournament && header.sealedUntil !== undefined) return 0
  if (control.pace === 'real-time') return control.totalMs - ms
  return clocks.running === otherSeat(seat) ? control.perTurnMs - ms : 0
}
