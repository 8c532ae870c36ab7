import type { BuildingId, TokenId } from '../catalogue/index.ts'
import { BUILDINGS, TOKENS } from '../catalogue/index.ts'
import type { ScienceSymbol } from '../catalogue/vocabulary.ts'
import type { Cause } from '../cause.ts'
import type { MatchEvent } from '../events.ts'
import type { Play } from '../play.ts'
import { push } from '../play.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState, Step } from '../state.ts'
import { countSymbol, symbolCounts } from '../symbols.ts'
import { gainCoins } from './coins.ts'

const PAIR = 2

/**
 * The steps after a city gained one symbol: the second one of its kind earns a progress token (base.md §7).
 * @param cause what has brought the symbol.
 */
export const pairSteps = (state: MatchState, seat: Seat, symbol: ScienceSymbol | undefined, cause: Cause): Step[] =>
  symbol !== undefined && countSymbol(state.cities[seat], symbol) === PAIR
    ? [{ kind: 'progress-token', seat, cause }]
    : []

/**
 * The steps after a change of several symbols of a city: each one that rose to a pair earns a token (pantheon.md R29).
 */
export const pairStepsSince = (state: MatchState, seat: Seat, before: readonly number[], cause: Cause): Step[] =>
  symbolCounts(state.cities[seat]).flatMap((count, symbol) =>
    before[symbol]! < PAIR && count >= PAIR ? [{ kind: 'progress-token' as const, seat, cause }] : [],
  )

/** Adds a token that is already taken from its origin to a city; it acts at once (base.md §1.6). */
export function gainToken(
  play: Play,
  seat: Seat,
  token: TokenId,
  from: Extract<MatchEvent, { type: 'progress-token-taken' }>['from'],
): void {
  const { state, events } = play
  const city = state.cities[seat]
  const { coins, science } = TOKENS[token]
  city.tokens = [...city.tokens, token]
  events.push({ type: 'progress-token-taken', seat, token, from })
  if (coins) gainCoins(play, seat, coins, 'token')
  push(play, ...pairSteps(state, seat, science, { kind: 'progress-token', id: token }))
}

/** Lays the Snake token of a seat on a green card of the opponent, whose symbol the seat gains (pantheon.md §4.7). */
export function placeSnake(play: Play, seat: Seat, building: BuildingId, cause: Cause): void {
  const { state, events } = play
  state.cities[seat].pantheon!.snake = building
  events.push({ type: 'snake-placed', seat, building })
  push(play, ...pairSteps(state, seat, BUILDINGS[building].science, cause))
}

/** Removes each Snake token from the game whose card is no longer in the opponent's city (pantheon.md R28). */
export function removeStraySnakes({ state, events }: Play): void {
  for (const seat of [0, 1] as const) {
    const { pantheon } = state.cities[seat]
    const building = pantheon?.snake
    if (!building || state.cities[other(seat)].buildings.includes(building)) continue
    pantheon.snake = null
    events.push({ type: 'snake-removed', seat, building })
  }
}
