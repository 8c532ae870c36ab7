import type { BuildingRow, Guild } from './catalogue/buildings.ts'
import type { BuildingId, CardId } from './catalogue/index.ts'
import { BUILDINGS } from './catalogue/index.ts'
import { COLORS, RESOURCES, SCIENCE_SYMBOLS } from './catalogue/vocabulary.ts'

/** Buildings as bits, by their place in the catalogue: 32 in each number. */
export type BuildingBits = readonly [number, number, number]

const NONE: BuildingBits = [0, 0, 0]

/** What some buildings are together, whatever else a city has. Lists are values, which others may share. */
export interface Built {
  /** By colour, in the order of `COLORS`. */
  readonly counts: readonly number[]
  /** Printed points. */
  readonly blue: number
  readonly green: number
  readonly yellow: number
  readonly guilds: readonly Guild[]
  readonly temples: number
  /** Science symbols, and those that there are more than once, as bits in the order of `SCIENCE_SYMBOLS`. */
  readonly symbols: number
  readonly pairs: number
  /** Units of each resource that they always produce, in the order of `RESOURCES`. */
  readonly produced: readonly number[]
  /** The resources that they fix the price of, as bits. */
  readonly fixed: number
  /** Those that produce one unit of a family. */
  readonly raw: number
  readonly manufactured: number
  /** The buildings themselves, and those that their chain symbols make free. */
  readonly buildings: BuildingBits
  readonly frees: BuildingBits
}

/** What a building adds. */
interface Part {
  color: number
  row: BuildingRow
  symbol: number
  units: readonly number[] | null
  fixed: number
  number: number
  /** The number of the building that its chain symbol makes free; -1 for none. */
  frees: number
}

const ids = Object.keys(BUILDINGS) as BuildingId[]

const PARTS = new Map<CardId, Part>(
  ids.map((id, number) => {
    const row = BUILDINGS[id]
    const { color, science, produces, fixedPrice = [], givesChain } = row
    const part: Part = {
      color: COLORS.indexOf(color),
      row,
      symbol: science ? 1 << SCIENCE_SYMBOLS.indexOf(science) : 0,
      units: produces ? RESOURCES.map((resource) => produces[resource] ?? 0) : null,
      fixed: fixedPrice.reduce((bits, resource) => bits | (1 << RESOURCES.indexOf(resource)), 0),
      number,
      frees: givesChain ? ids.findIndex((other) => BUILDINGS[other].freeWith === givesChain) : -1,
    }
    return [id, part] as const
  }),
)

const NOTHING: Built = {
  counts: COLORS.map(() => 0),
  blue: 0,
  green: 0,
  yellow: 0,
  guilds: [],
  temples: 0,
  symbols: 0,
  pairs: 0,
  produced: RESOURCES.map(() => 0),
  fixed: 0,
  raw: 0,
  manufactured: 0,
  buildings: NONE,
  frees: NONE,
}

/** How many lists are remembered: those of both cities, and of some states after the same one. */
const MOST = 8
const lists: (readonly BuildingId[])[] = []
const known: Built[] = []
let oldest = 0

/**
 * What some buildings are together. It is remembered for the last few lists, as these are values that never change. A
 * list that is one of them with a building more, as after a construction, is not looked at from its beginning.
 */
export function builtOf(buildings: readonly BuildingId[]): Built {
  for (let each = 0; each < lists.length; each++) if (lists[each] === buildings) return known[each]!
  const count = buildings.length
  let shorter = lists.length - 1
  while (shorter >= 0 && !isStartOf(lists[shorter]!, buildings)) shorter--
  const built =
    shorter < 0 ? withBuildings(NOTHING, buildings, 0) : withBuildings(known[shorter]!, buildings, count - 1)
  lists[oldest] = buildings
  known[oldest] = built
  oldest = (oldest + 1) % MOST
  return built
}

/** Whether a list is another one without its last building. */
function isStartOf(list: readonly BuildingId[], longer: readonly BuildingId[]): boolean {
  if (list.length !== longer.length - 1) return false
  for (let index = list.length - 1; index >= 0; index--) if (list[index] !== longer[index]) return false
  return true
}

/** Names the fields, because a spread of so many takes several times as long. */
const copyOf = (built: Built): Mutable => ({
  counts: built.counts,
  blue: built.blue,
  green: built.green,
  yellow: built.yellow,
  guilds: built.guilds,
  temples: built.temples,
  symbols: built.symbols,
  pairs: built.pairs,
  produced: built.produced,
  fixed: built.fixed,
  raw: built.raw,
  manufactured: built.manufactured,
  buildings: built.buildings,
  frees: built.frees,
})

type Mutable = { -readonly [Field in keyof Built]: Built[Field] }

/** Adds some buildings of a list, from a place on. Lists of numbers that stay as they are are shared. */
function withBuildings(known: Built, buildings: readonly BuildingId[], from: number): Built {
  const built = copyOf(known)
  const counts = known.counts.slice()
  const has: [number, number, number] = [...known.buildings]
  const frees: [number, number, number] = [...known.frees]
  let produced: number[] | null = null
  for (let each = from; each < buildings.length; each++) {
    const part = PARTS.get(buildings[each]!)!
    const { row } = part
    const points = row.vp ?? 0
    counts[part.color]!++
    if (row.color === 'blue') built.blue += points
    else if (row.color === 'green') built.green += points
    else if (row.color === 'yellow') built.yellow += points
    if (row.guild) built.guilds = [...built.guilds, row.guild]
    if (row.freeWithMythology) built.temples++
    built.pairs |= built.symbols & part.symbol
    built.symbols |= part.symbol
    if (part.units) {
      produced ??= known.produced.slice()
      for (let r = 0; r < produced.length; r++) produced[r]! += part.units[r]!
    }
    built.fixed |= part.fixed
    if (row.producesOneOf === 'raw') built.raw++
    else if (row.producesOneOf === 'manufactured') built.manufactured++
    setBit(has, part.number)
    if (part.frees >= 0) setBit(frees, part.frees)
  }
  built.counts = counts
  built.buildings = has
  built.frees = frees
  if (produced) built.produced = produced
  return built
}

/** Sets the bit of a place of the catalogue. */
function setBit(bits: [number, number, number], number: number): void {
  bits[number >> 5]! |= 1 << (number & 31)
}

/** Cards as bits, as far as they are buildings. */
export function buildingBits(cards: readonly CardId[]): BuildingBits {
  const bits: [number, number, number] = [0, 0, 0]
  for (const id of cards) {
    const number = PARTS.get(id)?.number
    if (number !== undefined) setBit(bits, number)
  }
  return bits
}

/** Whether a building is one of some. @param number its place in the catalogue. */
export const hasBuilding = (bits: BuildingBits, number: number): boolean =>
  (bits[number >> 5]! & (1 << (number & 31))) !== 0

/** The place of a building in the catalogue. */
export const numberOfBuilding = (id: BuildingId): number => PARTS.get(id)!.number
