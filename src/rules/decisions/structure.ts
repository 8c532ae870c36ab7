import { discardToken } from '../effects/slot-tokens.ts'
import { discardCard, turnUpUncovered } from '../effects/structure.ts'
import { accessibleSlots, slotsWithCards } from '../structure.ts'
import type { Automatic, Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** The cards that no card covers any more turn up, after the steps of a token on them (pantheon.md §3.2). */
export const turnUp: Automatic<'turn-up'> = { resolve: turnUpUncovered }

/** Turn of Events: an accessible card is discarded for no coins; uncovered cards turn up at once (agora.md §5.6). */
export const discardAvailable: Decision<'discard-available', 'choose-available-card' | 'decline'> = {
  asks: ['choose-available-card', 'decline'],
  prepare: turnUpUncovered,
  offers(state, { optional }) {
    const cards = offerIfAny({ type: 'choose-available-card', slot: accessibleSlots(state) })
    return optional && cards.length > 0 ? [...cards, { type: 'decline' }] : cards
  },
  apply(play, { seat }, action) {
    if (action.type === 'decline') {
      play.events.push({ type: 'declined', seat, step: 'discard-available' })
      return
    }
    discardCard(play, seat, action.slot)
    turnUpUncovered(play)
  },
}

/**
 * Zeus: any card of the structure is discarded for no coins, covered or not. The token on it goes to the box
 * (pantheon.md §5, R20).
 */
export const discardAny: Decision<'discard-any', 'choose-available-card'> = {
  asks: ['choose-available-card'],
  offers: (state) => offerIfAny({ type: 'choose-available-card', slot: slotsWithCards(state) }),
  apply(play, { seat }, { slot }) {
    discardToken(play, seat, slot)
    discardCard(play, seat, slot)
  },
}
