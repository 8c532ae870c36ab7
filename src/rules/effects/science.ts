import type { TokenId } from '../catalogue/index.ts'
import { TOKENS } from '../catalogue/index.ts'
import type { ScienceSymbol } from '../catalogue/vocabulary.ts'
import { countSymbol } from '../city.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import type { MatchState, Step } from '../state.ts'
import { gainCoins } from './coins.ts'

/** The steps after a city gained a symbol: the second one of its kind earns a progress token (base.md §7). */
export const pairSteps = (state: MatchState, seat: Seat, symbol: ScienceSymbol | undefined): Step[] =>
  symbol !== undefined && countSymbol(state.cities[seat], symbol) === 2 ? [{ kind: 'progress-token', seat }] : []

/** Adds a token that is already taken from its origin to a city; it acts at once (base.md §1.6). */
export function gainToken(play: Play, seat: Seat, token: TokenId, from: 'board' | 'box'): void {
  const { state, events } = play
  const city = state.cities[seat]
  const { coins, science } = TOKENS[token]
  city.tokens = [...city.tokens, token]
  events.push({ type: 'progress-token-taken', seat, token, from })
  if (coins) gainCoins(play, seat, coins, 'token')
  push(play, ...pairSteps(state, seat, science))
}
