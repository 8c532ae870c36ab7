import { CAPITAL } from './catalogue/military.ts'
import { controllerOf } from './city.ts'
import type { Seat } from './seat.ts'
import type { MatchState, Result } from './state.ts'
import { hasScienceVictory } from './symbols.ts'

/** The supremacy that ends the match at this moment, or null (base.md §9; order of checks: agora.md §4.9). */
export function supremacy(state: MatchState): Result | null {
  const first = hasScienceVictory(state.cities[0])
  const second = hasScienceVictory(state.cities[1])
  if (first && second) return { winner: null, by: 'tie' }
  if (first || second) return { winner: first ? 0 : 1, by: 'science' }
  if (Math.abs(state.pawn) >= CAPITAL) return { winner: state.pawn > 0 ? 0 : 1, by: 'military' }
  const controller = controllerOfAll(state)
  return controller === null ? null : { winner: controller, by: 'politics' }
}

/** The seat that controls every chamber of the Senate. */
function controllerOfAll(state: MatchState): Seat | null {
  if (!state.senate) return null
  const controller = controllerOf(state, 0)
  if (controller === null) return null
  return state.senate.cubes.every((_, index) => controllerOf(state, index) === controller) ? controller : null
}
