import { LIBRARY_DRAW } from '../catalogue/constants.ts'
import type { TokenId } from '../catalogue/index.ts'
import { returnEnkiTokens } from '../effects/divinities.ts'
import { gainToken } from '../effects/science.ts'
import type { Play } from '../play.ts'
import { push, withoutItem } from '../play.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState } from '../state.ts'
import type { Automatic, Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** A pair of symbols: the seat takes a progress token of the board (base.md §7). */
export const progressToken: Decision<'progress-token', 'choose-progress-token'> = {
  asks: ['choose-progress-token'],
  offers: ({ boardTokens }) => offerIfAny({ type: 'choose-progress-token', token: boardTokens }),
  apply(play, { seat }, action) {
    play.state.boardTokens = withoutItem(play.state.boardTokens, action.token)
    gainToken(play, seat, action.token, 'board')
  },
}

/** The Great Library draws from the tokens that are in the box at that moment (base.md §8, agora.md §8 item 9). */
export const library: Automatic<'library'> = {
  resolve(play, { seat, cause }) {
    const { state, events } = play
    const tokens = libraryOrder(state)
      .filter((token) => state.boxTokens.includes(token))
      .slice(0, LIBRARY_DRAW)
    if (tokens.length === 0) {
      events.push({ type: 'step-skipped', seat, step: 'library' })
      return
    }
    events.push({ type: 'library-drawn', seat, count: tokens.length, tokens: [...tokens] })
    push(play, { kind: 'library-choice', seat, cause, tokens })
  },
}

/**
 * The order in which the Great Library draws. With Pantheon it can be constructed twice, and each construction has an
 * order of its own (pantheon.md §8).
 */
function libraryOrder({ deal, pantheon }: MatchState): readonly TokenId[] {
  if (!pantheon) return deal.libraryOrder!
  const { library } = pantheon.draws
  pantheon.draws = { ...pantheon.draws, library: library + 1 }
  return deal.libraryOrders![library]!
}

/** The seat takes one of the tokens that the Great Library drew; the others go back to the box. */
export const libraryChoice: Decision<'library-choice', 'choose-progress-token'> = {
  asks: ['choose-progress-token'],
  offers: (_state, { tokens }) => [{ type: 'choose-progress-token', token: tokens }],
  apply: (play, { seat }, { token }) => takeFromBox(play, seat, token),
}

/** Enki: the seat takes one of the tokens on the card; the others go back to the box (pantheon.md §5). */
export const enki: Decision<'enki', 'choose-progress-token'> = {
  asks: ['choose-progress-token'],
  offers: ({ pantheon }) => offerIfAny({ type: 'choose-progress-token', token: pantheon!.enki }),
  apply(play, { seat }, { token }) {
    const pantheon = play.state.pantheon!
    pantheon.enki = withoutItem(pantheon.enki, token)
    gainToken(play, seat, token, 'enki')
    returnEnkiTokens(play)
  },
}

/** Espionage: the seat takes any token of the box (agora.md §5.7). */
export const espionage: Decision<'espionage', 'choose-progress-token'> = {
  asks: ['choose-progress-token'],
  offers: ({ boxTokens }) => offerIfAny({ type: 'choose-progress-token', token: boxTokens }),
  apply: (play, { seat }, { token }) => takeFromBox(play, seat, token),
}

function takeFromBox(play: Play, seat: Seat, token: TokenId): void {
  play.state.boxTokens = withoutItem(play.state.boxTokens, token)
  gainToken(play, seat, token, 'box')
}

/** Obscurantism: a token of the board, the opponent or the box is locked, out of the game (agora.md §5.7). */
export const lockToken: Decision<'lock-token', 'lock-progress-token'> = {
  asks: ['lock-progress-token'],
  offers: (state, { seat }) =>
    offerIfAny({
      type: 'lock-progress-token',
      token: [...state.boardTokens, ...state.cities[other(seat)].tokens, ...state.boxTokens],
    }),
  apply(play, { seat, cause }, action) {
    const { state, events } = play
    const { token } = action
    const city = state.cities[seat]
    const opponent = state.cities[other(seat)]
    const from = state.boardTokens.includes(token) ? 'board' : opponent.tokens.includes(token) ? 'opponent' : 'box'
    state.boardTokens = state.boardTokens.filter((id) => id !== token)
    opponent.tokens = opponent.tokens.filter((id) => id !== token)
    state.boxTokens = state.boxTokens.filter((id) => id !== token)
    const locked = { token, public: from !== 'box' }
    city.conspiracies = city.conspiracies.map((held) => (held.id === cause.id ? { ...held, locked } : held))
    events.push({ type: 'progress-token-locked', seat, from, token })
  },
}
