import type { PuzzleTheme } from '../protocol/index.ts'
import { PUZZLE_THEMES } from '../protocol/index.ts'
import { otherSeat } from '../record/index.ts'
import type { Action, ActionType, BuildingId, MatchEvent, MatchState, Seat } from '../rules/index.ts'
import { BUILDINGS, CAPITAL, reduce, SCIENCE_SYMBOLS, SYMBOLS_TO_WIN, symbolCounts, TOKENS } from '../rules/index.ts'

/** A decision, its best action, and what that does. */
interface Scene {
  seat: Seat
  action: Action
  before: MatchState
  after: MatchState
  events: readonly MatchEvent[]
  /** The building that the action takes from the structure; null if it takes none. */
  taken: BuildingId | null
}

/** The actions that are about conspiracies. */
const OF_CONSPIRACIES: ReadonlySet<ActionType> = new Set([
  'conspire',
  'keep-conspiracy',
  'prepare-conspiracy',
  'trigger-conspiracy',
])

const PAIR = 2

/** By theme, whether it is one of a decision: a fact of the rules, which the seat knows. */
const THEMES: Record<PuzzleTheme, (scene: Scene) => boolean> = {
  science: ({ seat, before, after, taken }) =>
    hasAdvanced(symbolCounts(before.cities[seat]), symbolCounts(after.cities[seat])) ||
    (taken !== null && advances(before, otherSeat(seat), taken)),
  denial: ({ seat, before, taken }) => taken !== null && wins(before, otherSeat(seat), taken),
  'extra-turn': ({ seat, after, events }) =>
    after.extraTurn || events.some((event) => event.type === 'turn-began' && event.extra && event.seat === seat),
  conspiracy: ({ action }) => OF_CONSPIRACIES.has(action.type),
  military: ({ seat, events }) => events.some((event) => event.type === 'pawn-moved' && event.seat === seat),
}

/** The themes of a decision, by its best action, in the order of `PUZZLE_THEMES`. */
export function themesOf(before: MatchState, action: Action): PuzzleTheme[] {
  const seat = before.toAct!
  const { state: after, events } = reduce(before, action)
  const card = 'slot' in action ? before.structure[action.slot]! : null
  const taken = card !== null && card in BUILDINGS ? (card as BuildingId) : null
  const scene = { seat, action, before, after, events, taken }
  return PUZZLE_THEMES.filter((theme) => THEMES[theme](scene))
}

const different = (counts: readonly number[]): number => counts.filter((count) => count > 0).length

/** Whether a city has come to another pair of science symbols, or to as many different ones as win. */
const hasAdvanced = (before: readonly number[], after: readonly number[]): boolean =>
  after.some((count, symbol) => count >= PAIR && before[symbol]! < PAIR) ||
  (different(after) >= SYMBOLS_TO_WIN && different(before) < SYMBOLS_TO_WIN)

/** The science symbols of a city with one more building. */
function symbolsWith({ cities }: MatchState, seat: Seat, building: BuildingId): [before: number[], after: number[]] {
  const before = symbolCounts(cities[seat])
  const { science } = BUILDINGS[building]
  return [before, before.map((count, symbol) => count + (SCIENCE_SYMBOLS[symbol] === science ? 1 : 0))]
}

const advances = (state: MatchState, seat: Seat, building: BuildingId): boolean =>
  hasAdvanced(...symbolsWith(state, seat, building))

/** Whether a city with one more building has won, by science or by its shields, whatever the building costs. */
function wins(state: MatchState, seat: Seat, building: BuildingId): boolean {
  const [before, after] = symbolsWith(state, seat, building)
  if (different(after) >= SYMBOLS_TO_WIN && different(before) < SYMBOLS_TO_WIN) return true
  const shields = shieldsOf(state, seat, building)
  const [forward, minerva] = [seat === 0 ? 1 : -1, state.pantheon?.minerva ?? null]
  const isStopped = minerva !== null && forward * minerva > forward * state.pawn
  return shields > 0 && !isStopped && forward * state.pawn + shields >= CAPITAL
}

function shieldsOf({ cities }: MatchState, seat: Seat, building: BuildingId): number {
  const { color, shields = 0 } = BUILDINGS[building]
  if (!shields) return 0
  return cities[seat].tokens.reduce((sum, id) => {
    const { extraShield } = TOKENS[id]
    return sum + (extraShield?.of === color ? extraShield.shields : 0)
  }, shields)
}
