import { TRADE_PRICE } from '../catalogue/constants.ts'
import type { DecreeRow } from '../catalogue/decrees.ts'
import type { BuildingId } from '../catalogue/index.ts'
import { BUILDINGS, WONDERS } from '../catalogue/index.ts'
import type { Family, Resource } from '../catalogue/vocabulary.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import { remembered } from '../remembered.ts'
import type { City } from '../state.ts'

/** What a player produces and pays for a missing unit. Lists are by resource, in the order of `RESOURCES`. */
export interface Economy {
  /** Units of each resource produced by brown and grey cards. */
  produced: readonly number[]
  /** Coins for one missing unit of each resource. */
  each: readonly number[]
  /** Cards and wonders that produce one unit out of a family. */
  choices: { raw: number; manufactured: number }
}

/**
 * The economy of a city at this moment, under the decrees in force for it (base.md §5.2, agora.md §4.7 step 3).
 * @param opponent of which the prices of missing units depend.
 */
export function economyOf(city: City, opponent: City, decrees: readonly DecreeRow[]): Economy {
  const { produced, fixed, choices } = supplyOf(city.buildings)
  const each = [TRADE_PRICE, TRADE_PRICE, TRADE_PRICE, TRADE_PRICE, TRADE_PRICE]
  addUnits(each, supplyOf(opponent.buildings).produced)
  for (const { cheaper } of decrees) if (cheaper) for (const resource of cheaper) each[INDEX[resource]]! -= 1
  for (const resource of fixed) each[INDEX[resource]] = 1
  const ofWonders = choicesOfWonders(city.wonders)
  const raw = choices.raw + ofWonders.raw
  return { produced, each, choices: { raw, manufactured: choices.manufactured + ofWonders.manufactured } }
}

/** What some buildings have to do with resources. */
interface Supply {
  /** Units of each resource that they always produce. */
  produced: readonly number[]
  /** Resources that cost one coin. */
  fixed: readonly Resource[]
  choices: Economy['choices']
}

/** What the buildings of a city have to do with resources. */
export const supplyOf = remembered((buildings: readonly BuildingId[]): Supply => {
  const produced = [0, 0, 0, 0, 0]
  const fixed: Resource[] = []
  const choices = { raw: 0, manufactured: 0 }
  for (const id of buildings) {
    const trader = TRADERS.get(id)
    if (!trader) continue
    const { units, fixedPrice, producesOneOf } = trader
    addUnits(produced, units)
    if (fixedPrice) fixed.push(...fixedPrice)
    if (producesOneOf) choices[producesOneOf]++
  }
  return { produced, fixed, choices }
})

const choicesOfWonders = remembered((wonders: City['wonders']): Economy['choices'] => {
  const choices = { raw: 0, manufactured: 0 }
  for (const { id, under } of wonders) {
    const { producesOneOf } = WONDERS[id]
    if (under !== null && producesOneOf) choices[producesOneOf]++
  }
  return choices
})

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
