import type { Offer } from '../actions.ts'
import { CAPITAL } from '../catalogue/military.ts'
import { discardMilitaryToken as discard, pushPawn, takeMilitaryToken } from '../effects/military.ts'
import { push } from '../play.ts'
import type { MatchState } from '../state.ts'
import type { Automatic, Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** Coup and Mars. */
export const shields: Automatic<'shields'> = {
  resolve: (play, { seat, count }) => push(play, ...pushPawn(play, seat, count)),
}

/** All spaces of the military track, from one capital to the other. */
const TRACK: readonly number[] = Array.from({ length: 2 * CAPITAL + 1 }, (_, index) => index - CAPITAL)

/** Minerva: the seat puts the Minerva pawn on any space of the military track (pantheon.md §5). */
export const placeMinerva: Decision<'place-minerva', 'place-minerva'> = {
  asks: ['place-minerva'],
  offers: () => [{ type: 'place-minerva', position: TRACK }],
  apply({ state, events }, { seat }, { position }) {
    state.pantheon!.minerva = position
    events.push({ type: 'minerva-placed', seat, position })
  },
}

/** The military tokens that are still on the track, on either side. */
const tokensOnTrack = ({ militaryTokens }: MatchState): Offer[] =>
  ([0, 1] as const).flatMap((side) =>
    offerIfAny({ type: 'choose-military-token', seat: [side], token: militaryTokens[side] }),
  )

/** Neptune: a military token of either side is discarded without effect (pantheon.md §5). */
export const discardMilitaryToken: Decision<'discard-military-token', 'choose-military-token'> = {
  asks: ['choose-military-token'],
  offers: tokensOnTrack,
  apply: (play, { seat }, action) => discard(play, seat, action.seat, action.token),
}

/** Neptune: a military token of either side acts for the seat (pantheon.md §5). */
export const applyMilitaryToken: Decision<'apply-military-token', 'choose-military-token'> = {
  asks: ['choose-military-token'],
  offers: tokensOnTrack,
  apply: (play, { seat }, action) => push(play, ...takeMilitaryToken(play, seat, action.seat, action.token)),
}
