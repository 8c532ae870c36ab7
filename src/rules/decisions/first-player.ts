import { beginTurn } from '../ages.ts'
import type { Decision } from './decision.ts'

/** The choice of the first player of Age II or III (base.md §4.5). */
export const firstPlayer: Decision<'first-player', 'choose-first-player'> = {
  asks: ['choose-first-player'],
  offers: () => [{ type: 'choose-first-player', seat: [0, 1] }],
  apply(play, { seat }, action) {
    play.events.push({ type: 'first-player-chosen', by: seat, seat: action.seat })
    beginTurn(play, action.seat, false)
  },
}
