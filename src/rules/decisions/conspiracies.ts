import { CHAMBERS, CONSPIRE_DRAW, CUBES } from '../catalogue/constants.ts'
import { TOKENS } from '../catalogue/index.ts'
import { gainCoins, loseCoins } from '../effects/coins.ts'
import { conspiraciesIn, keep, triggerConspiracy } from '../effects/conspiracies.ts'
import { placeCube } from '../effects/senate.ts'
import { push } from '../play.ts'
import { other } from '../seat.ts'
import type { Automatic, Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** A recruited conspirator: one cube into any chamber, or two conspiracies drawn (agora.md §3.3). */
export const conspirator: Decision<'conspirator', 'place-influence' | 'conspire'> = {
  asks: ['place-influence', 'conspire'],
  offers: (state, { seat }) => [
    ...(state.cities[seat].reserve > 0
      ? [{ type: 'place-influence' as const, chamber: CHAMBERS.map(({ chamber }) => chamber) }]
      : []),
    ...(state.conspiracyDeck.length > 0 ? [{ type: 'conspire' as const }] : []),
  ],
  apply(play, { seat, cause }, action) {
    if (action.type === 'place-influence') placeCube(play, seat, action.chamber)
    else push(play, { kind: 'conspire', seat, cause })
  },
}

/** The top conspiracies are drawn; the seat keeps one of them, or all (agora.md §5.1). */
export const conspire: Automatic<'conspire'> = {
  resolve(play, { seat, cause }) {
    const { state, events } = play
    const drawn = state.conspiracyDeck.slice(0, CONSPIRE_DRAW)
    state.conspiracyDeck = state.conspiracyDeck.slice(drawn.length)
    events.push({ type: 'conspiracies-drawn', seat, count: drawn.length, drawn: [...drawn] })
    const keepsAll = state.cities[seat].tokens.some((id) => TOKENS[id].keepsBothConspiracies)
    if (keepsAll || drawn.length < CONSPIRE_DRAW) keep(play, seat, drawn)
    else push(play, { kind: 'keep-conspiracy', seat, cause, drawn })
  },
}

/** Which of two drawn conspiracies is kept, and where the other goes. */
export const keepConspiracy: Decision<'keep-conspiracy', 'keep-conspiracy'> = {
  asks: ['keep-conspiracy'],
  offers: (_state, { drawn }) => [{ type: 'keep-conspiracy', conspiracy: drawn, other: ['top', 'bottom'] }],
  apply(play, { seat, drawn }, action) {
    const { state } = play
    const rest = drawn.filter((id) => id !== action.conspiracy)
    state.conspiracyDeck =
      action.other === 'top' ? [...rest, ...state.conspiracyDeck] : [...state.conspiracyDeck, ...rest]
    keep(play, seat, [action.conspiracy], action.other)
  },
}

/** Curia Julia: an unprepared conspiracy may be triggered (agora.md §1.6). */
export const triggerUnprepared: Decision<'trigger-unprepared', 'trigger-conspiracy' | 'decline'> = {
  asks: ['trigger-conspiracy', 'decline'],
  offers(state, { seat }) {
    const trigger = offerIfAny({
      type: 'trigger-conspiracy',
      conspiracy: conspiraciesIn(state.cities[seat], 'unprepared'),
    })
    return trigger.length > 0 ? [...trigger, { type: 'decline' }] : []
  },
  apply(play, { seat }, action) {
    if (action.type === 'decline') play.events.push({ type: 'declined', seat, step: 'trigger-unprepared' })
    else triggerConspiracy(play, seat, action.conspiracy)
  },
}

/** Blackmail: half of the opponent's coins, rounded up (agora.md §5.12). */
export const takeHalfCoins: Automatic<'take-half-coins'> = {
  resolve(play, { seat }) {
    const coins = Math.ceil(play.state.cities[other(seat)].coins / 2)
    gainCoins(play, seat, loseCoins(play, other(seat), coins, 'conspiracy'), 'conspiracy')
  },
}

/** Embezzlement: one coin for each own cube in the Senate, then the opponent loses one for each of theirs. */
export const coinsPerCube: Automatic<'coins-per-cube'> = {
  resolve(play, { seat }) {
    const [first, second] = play.state.cities.map(({ reserve }) => CUBES - reserve) as [number, number]
    gainCoins(play, seat, seat === 0 ? first : second, 'conspiracy')
    loseCoins(play, other(seat), seat === 0 ? second : first, 'conspiracy')
  },
}
