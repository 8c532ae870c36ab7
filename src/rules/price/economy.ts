import { TRADE_PRICE } from '../catalogue/constants.ts'
import type { DecreeRow } from '../catalogue/decrees.ts'
import type { BuildingId } from '../catalogue/index.ts'
import { BUILDINGS, WONDERS } from '../catalogue/index.ts'
import type { Family, Resource } from '../catalogue/vocabulary.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState } from '../state.ts'

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
  const each = [TRADE_PRICE, TRADE_PRICE, TRADE_PRICE, TRADE_PRICE, TRADE_PRICE]
  for (const id of state.cities[other(seat)].buildings) addUnits(each, TRADERS.get(id)?.units)
  for (const { cheaper } of decrees) if (cheaper) for (const resource of cheaper) each[INDEX[resource]]! -= 1
  const produced = [0, 0, 0, 0, 0]
  const choices = { raw: 0, manufactured: 0 }
  for (const id of city.buildings) {
    const trader = TRADERS.get(id)
    if (!trader) continue
    const { units, fixedPrice, producesOneOf } = trader
    addUnits(produced, units)
    if (fixedPrice) for (const resource of fixedPrice) each[INDEX[resource]] = 1
    if (producesOneOf) choices[producesOneOf]++
  }
  for (const { id, under } of city.wonders) {
    const { producesOneOf } = WONDERS[id]
    if (under !== null && producesOneOf) choices[producesOneOf]++
  }
  return { produced, each, choices }
}

export const INDEX = Object.fromEntries(RESOURCES.map((resource, index) => [resource, index])) as Record<
  Resource,
  number
>

/** What a building has to do with resources. */
interface Trader {
  /** Units that it always produces of each resource. */
  units: readonly number[] | undefined
  fixedPrice: readonly Resource[] | undefined
  producesOneOf: Family | undefined
}

/** The buildings that have to do with resources. Only these are looked at: it happens several times for a move. */
const TRADERS = new Map<BuildingId, Trader>(
  Object.values(BUILDINGS).flatMap(({ id, produces, fixedPrice, producesOneOf }) =>
    produces || fixedPrice || producesOneOf
      ? [[id as BuildingId, { units: produces && unitsOf(produces), fixedPrice, producesOneOf }] as const]
      : [],
  ),
)

function unitsOf(produces: Partial<Record<Resource, number>>): number[] {
  return RESOURCES.map((resource) => produces[resource] ?? 0)
}

function addUnits(sums: number[], units: readonly number[] | undefined): void {
  if (units) for (let r = 0; r < units.length; r++) sums[r]! += units[r]!
}
