import { LIBRARY_DRAW } from '../catalogue/constants.ts'
import type { TokenId } from '../catalogue/index.ts'
import { gainToken } from '../effects/science.ts'
import { push, withoutItem } from '../play.ts'
import type { Play } from '../play.ts'
import { other } from '../seat.ts'
import type { Seat } from '../seat.ts'
import { offerIfAny } from './decision.ts'
import type { Automatic, Decision } from './decision.ts'

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
  resolve(play, { seat }) {
    const { state, events } = play
    const tokens = state.deal.libraryOrder.filter((token) => state.boxTokens.includes(token)).slice(0, LIBRARY_DRAW)
    if (tokens.length === 0) {
      events.push({ type: 'step-skipped', seat, step: 'library' })
      return
    }
    events.push({ type: 'library-drawn', seat, count: tokens.length, tokens: [...tokens] })
    push(play, { kind: 'library-choice', seat, tokens })
  },
}

/** The seat takes one of the tokens that the Great Library drew; the others go back to the box. */
export const libraryChoice: Decision<'library-choice', 'choose-progress-token'> = {
  asks: ['choose-progress-token'],
  offers: (_state, { tokens }) => [{ type: 'choose-progress-token', token: tokens }],
  apply: (play, { seat }, { token }) => takeFromBox(play, seat, token),
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
  apply(play, { seat, conspiracy }, action) {
    const { state, events } = play
    const { token } = action
    const city = state.cities[seat]
    const opponent = state.cities[other(seat)]
    const from = state.boardTokens.includes(token) ? 'board' : opponent.tokens.includes(token) ? 'opponent' : 'box'
    state.boardTokens = state.boardTokens.filter((id) => id !== token)
    opponent.tokens = opponent.tokens.filter((id) => id !== token)
    state.boxTokens = state.boxTokens.filter((id) => id !== token)
    const locked = { token, public: from !== 'box' }
    city.conspiracies = city.conspiracies.map((held) => (held.id === conspiracy ? { ...held, locked } : held))
    events.push({ type: 'progress-token-locked', seat, from, token })
  },
}
