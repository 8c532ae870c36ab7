import type { Snapshot } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { otherSeat } from './fold.ts'

/** How often a player may offer a draw in one match. */
const MOST_DRAW_OFFERS = 3

type MayDo = NonNullable<Snapshot['mayDo']>

/**
 * What a player may do to the match as a whole, now. The snapshot shows it, and the server checks commands against it.
 */
export function mayDo({ state, outcome, moved, drawOffer, drawOffers, header }: Fold, seat: Seat): MayDo {
  if (outcome) return {}
  if (!state) return header.host.seat === seat ? { abort: true } : {}
  const bothMoved = moved[0] && moved[1]
  const isOffered = drawOffer === otherSeat(seat)
  return {
    ...(!bothMoved && { abort: true }),
    resign: true,
    ...(bothMoved && drawOffer === null && drawOffers[seat] < MOST_DRAW_OFFERS && { offerDraw: true }),
    ...(isOffered && { answerDraw: true }),
  }
}
