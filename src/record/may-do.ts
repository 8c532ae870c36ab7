import type { Snapshot } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import { otherSeat } from './fold.ts'

/** How many draws a player may offer in one match. */
const MOST_DRAW_OFFERS = 3

type MayDo = NonNullable<Snapshot['mayDo']>

/** What a player may do to the match as a whole, now: what he is shown, and what his commands are checked against. */
export function mayDo({ state, outcome, moved, drawOffer, drawOffers, header }: Fold, seat: Seat): MayDo {
  if (outcome) return {}
  if (!state) return header.host.seat === seat ? { abort: true } : {}
  const bothMoved = moved[0] && moved[1]
  const theirs = drawOffer === otherSeat(seat)
  return {
    ...(!bothMoved && { abort: true }),
    resign: true,
    ...(bothMoved && drawOffer === null && drawOffers[seat] < MOST_DRAW_OFFERS && { offerDraw: true }),
    ...(theirs && { answerDraw: true }),
  }
}
