import { BUILDINGS, WONDERS } from '../catalogue/index.ts'
import { TRADE_PRICE } from '../catalogue/constants.ts'
import type { DecreeRow } from '../catalogue/decrees.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import type { Resource } from '../catalogue/vocabulary.ts'
import { other } from '../seat.ts'
import type { Seat } from '../seat.ts'
import type { City, MatchState } from '../state.ts'

/** What a player produces and pays for a missing unit. Lists are by resource, in the order of `RESOURCES`. */
export interface Economy {
  /** Units of each resource produced by brown and grey cards. */
  produced: readonly number[]
  /** Coins for one missing unit of each resource. */
  each: readonly number[]
  /** Cards and wonders that produce one unit out of a family. */
  choices: { raw: number; manufactured: number }
}

/** The economy of a seat at this moment, under the decrees in force for it (base.md §5.2, agora.md §4.7 step 3). */
export function economyOf(state: MatchState, seat: Seat, decrees: readonly DecreeRow[]): Economy {
  const city = state.cities[seat]
  const each = produce(state.cities[other(seat)], TRADE_PRICE)
  for (const { cheaper } of decrees) if (cheaper) for (const resource of cheaper) each[INDEX[resource]]! -= 1
  const choices = { raw: 0, manufactured: 0 }
  for (const id of city.buildings) {
    const { fixedPrice, producesOneOf } = BUILDINGS[id]
    if (fixedPrice) for (const resource of fixedPrice) each[INDEX[resource]] = 1
    if (producesOneOf) choices[producesOneOf]++
  }
  for (const { id, under } of city.wonders) {
    const { producesOneOf } = WONDERS[id]
    if (under !== null && producesOneOf) choices[producesOneOf]++
  }
  return { produced: produce(city, 0), each, choices }
}

export const INDEX = Object.fromEntries(RESOURCES.map((resource, index) => [resource, index])) as Record<
  Resource,
  number
>

/** The units of each resource that a building produces. */
const PRODUCTION = new Map(
  Object.values(BUILDINGS).flatMap(({ id, produces }) =>
    produces ? [[id, RESOURCES.map((resource) => produces[resource] ?? 0)] as const] : [],
  ),
)

/** Units of each resource on the brown and grey cards of a city, each added to `base`. */
function produce(city: City, base: number): number[] {
  const units = [base, base, base, base, base]
  for (const id of city.buildings) {
    const production = PRODUCTION.get(id)
    if (production) for (let r = 0; r < units.length; r++) units[r]! += production[r]!
  }
  return units
}
