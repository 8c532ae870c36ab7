import type { BuildingId } from './catalogue/index.ts'
import { BUILDINGS } from './catalogue/index.ts'
import { CAPITAL } from './catalogue/military.ts'
import { shieldsOf } from './effects/construct.ts'
import { pawnAfter } from './effects/military.ts'
import type { Seat } from './seat.ts'
import type { MatchState } from './state.ts'
import { hasScienceVictory } from './symbols.ts'

/**
 * Whether a seat would win at once if it constructed one more building: by its symbol, or by its shields (base.md §9).
 * Whatever the building costs.
 */
export function wouldWin(state: MatchState, seat: Seat, building: BuildingId): boolean {
  const city = state.cities[seat]
  if (hasScienceVictory({ ...city, buildings: [...city.buildings, building] })) return true
  return Math.abs(pawnAfter(state, seat, shieldsOf(state, seat, BUILDINGS[building]))) === CAPITAL
}
