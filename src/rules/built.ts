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
    shorter < 0 ? buildings.reduce(withBuilding, NOTHING) : withBuilding(known[shorter]!, buildings[count - 1]!)
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
function withBuilding(to: Built, id: BuildingId): Built {
  const { color, row, symbol, units, fixed, number, frees } = PARTS.get(id)!
  const points = row.vp ?? 0
  const counts = to.counts.slice()
  counts[color]!++
  return {
    counts,
    blue: row.color === 'blue' ? to.blue + points : to.blue,
    green: row.color === 'green' ? to.green + points : to.green,
    yellow: row.color === 'yellow' ? to.yellow + points : to.yellow,
    guilds: row.guild ? [...to.guilds, row.guild] : to.guilds,
    temples: row.freeWithMythology ? to.temples + 1 : to.temples,
    symbols: to.symbols | symbol,
    pairs: to.pairs | (to.symbols & symbol),
    produced: units ? to.produced.map((has, r) => has + units[r]!) : to.produced,
    fixed: to.fixed | fixed,
    raw: row.producesOneOf === 'raw' ? to.raw + 1 : to.raw,
    manufactured: row.producesOneOf === 'manufactured' ? to.manufactured + 1 : to.manufactured,
    buildings: withBit(to.buildings, number),
    frees: frees < 0 ? to.frees : withBit(to.frees, frees),
  }
}

/** Bits with one more, at a place of the catalogue. */
function withBit(bits: BuildingBits, number: number): BuildingBits {
  const bit = 1 << (number & 31)
  if (number < 32) return [bits[0] | bit, bits[1], bits[2]]
  return number < 64 ? [bits[0], bits[1] | bit, bits[2]] : [bits[0], bits[1], bits[2] | bit]
}

/** Cards as bits, as far as they are buildings. */
export function buildingBits(cards: readonly CardId[]): BuildingBits {
  const bits: [number, number, number] = [0, 0, 0]
  for (const id of cards) {
    const number = PARTS.get(id)?.number
    if (number !== undefined) bits[number >> 5]! |= 1 << (number & 31)
  }
  return bits
}

/** Whether a building is one of some. @param number its place in the catalogue. */
export const hasBuilding = (bits: BuildingBits, number: number): boolean =>
  (bits[number >> 5]! & (1 << (number & 31))) !== 0

/** The place of a building in the catalogue. */
export const numberOfBuilding = (id: BuildingId): number => PARTS.get(id)!.number
