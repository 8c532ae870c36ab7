import type { PuzzleTheme } from '../protocol/index.ts'
import { PUZZLE_THEMES } from '../protocol/index.ts'
import { otherSeat } from '../record/index.ts'
import type { Action, ActionType, BuildingId, MatchState, ScienceSymbol, Seat, WonderId } from '../rules/index.ts'
import { BUILDINGS, SCIENCE_SYMBOLS, symbolCounts, SYMBOLS_TO_WIN, TOKENS, WONDERS, wouldWin } from '../rules/index.ts'

/** A decision and its best action: what is printed on the cards, and what lies open. */
interface Scene {
  state: MatchState
  seat: Seat
  action: Action
  /** The building that the action takes from the structure; null if it takes none. */
  taken: BuildingId | null
  /** What it constructs. */
  building: BuildingId | null
  wonder: WonderId | null
}

/** The actions that are about conspiracies. */
const OF_CONSPIRACIES: ReadonlySet<ActionType> = new Set([
  'conspire',
  'keep-conspiracy',
  'prepare-conspiracy',
  'trigger-conspiracy',
])

const PAIR = 2

/**
 * By theme, whether it is one of a decision. Nothing here looks at what an action leads to: that may depend on what the
 * seat does not know, such as a decree that is turned up.
 */
const THEMES: Record<PuzzleTheme, (scene: Scene) => boolean> = {
  science: ({ state, seat, action, taken, building }) =>
    advances(state, seat, building ? BUILDINGS[building].science : symbolOfToken(action)) ||
    (taken !== null && advances(state, otherSeat(seat), BUILDINGS[taken].science)),
  denial: ({ state, seat, taken }) => taken !== null && wouldWin(state, otherSeat(seat), taken),
  'extra-turn': ({ state, seat, wonder }) =>
    wonder !== null &&
    (WONDERS[wonder].playAgain === true || state.cities[seat].tokens.some((id) => TOKENS[id].wondersPlayAgain)),
  conspiracy: ({ action }) => OF_CONSPIRACIES.has(action.type),
  military: ({ building, wonder }) =>
    (building !== null && (BUILDINGS[building].shields ?? 0) > 0) ||
    (wonder !== null && (WONDERS[wonder].shields ?? 0) > 0),
}

/** The themes of a decision, by its best action, in the order of `PUZZLE_THEMES`. */
export function themesOf(state: MatchState, action: Action): PuzzleTheme[] {
  const card = 'slot' in action ? state.structure[action.slot]! : null
  const taken = card !== null && card in BUILDINGS ? (card as BuildingId) : null
  const building = action.type === 'construct-building' ? taken : null
  const wonder = action.type === 'construct-wonder' ? action.wonder : null
  const scene = { state, seat: state.toAct!, action, taken, building, wonder }
  return PUZZLE_THEMES.filter((theme) => THEMES[theme](scene))
}

const symbolOfToken = (action: Action): ScienceSymbol | undefined =>
  action.type === 'choose-progress-token' ? TOKENS[action.token].science : undefined

/** Whether one more symbol gives a city another pair, or makes it win. */
function advances({ cities }: MatchState, seat: Seat, symbol: ScienceSymbol | undefined): boolean {
  if (!symbol) return false
  const counts = symbolCounts(cities[seat])
  const had = counts[SCIENCE_SYMBOLS.indexOf(symbol)]!
  const different = counts.filter((count) => count > 0).length
  return had === PAIR - 1 || (had === 0 && different === SYMBOLS_TO_WIN - 1)
}
