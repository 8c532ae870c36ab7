import { numberOfBuilding } from '../built.ts'
import type { BuildingId, WonderId } from '../catalogue/index.ts'
import { BUILDINGS, WONDERS } from '../catalogue/index.ts'
import type { Color, CostRow, Mythology } from '../catalogue/vocabulary.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'

/** A printed cost in the form that prices are computed from. */
export interface Cost {
  /** Its place in `COSTS`. */
  index: number
  coins: number
  /** Units by resource, in the order of `RESOURCES`. */
  units: readonly number[]
  /** What discounts depend on: the colour of a building, or that it is a wonder. */
  of: Color | 'wonder'
  /** The building whose chain symbol makes it free. */
  chain: BuildingId | null
  /** Its place in the catalogue; -1 for none. */
  chainNumber: number
  /** The mythology whose tokens make it free. */
  mythology: Mythology | null
}

/** All printed costs. */
export const COSTS: Cost[] = []

function costOf(
  row: CostRow,
  of: Cost['of'],
  chain: BuildingId | null = null,
  mythology: Mythology | null = null,
): Cost {
  const units = RESOURCES.map((resource) => row[resource] ?? 0)
  const chainNumber = chain === null ? -1 : numberOfBuilding(chain)
  const cost = { index: COSTS.length, coins: row.coins ?? 0, units, of, chain, chainNumber, mythology }
  COSTS.push(cost)
  return cost
}

const providers = new Map(
  Object.entries(BUILDINGS).flatMap(([id, { givesChain }]) => (givesChain ? [[givesChain, id as BuildingId]] : [])),
)

const BUILDING_COSTS = new Map<BuildingId, Cost>(
  Object.entries(BUILDINGS).map(([id, { cost, color, freeWith, freeWithMythology }]) => [
    id as BuildingId,
    costOf(cost, color, freeWith === undefined ? null : providers.get(freeWith)!, freeWithMythology),
  ]),
)

const WONDER_COSTS = new Map<WonderId, Cost>(
  Object.entries(WONDERS).map(([id, { cost }]) => [id as WonderId, costOf(cost, 'wonder')]),
)

export const buildingCost = (id: BuildingId): Cost => BUILDING_COSTS.get(id)!
export const wonderCost = (id: WonderId): Cost => WONDER_COSTS.get(id)!
