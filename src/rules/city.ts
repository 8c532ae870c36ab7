import { builtOf } from './built.ts'
import type { DecreeRow } from './catalogue/decrees.ts'
import type { BuildingId, WonderId } from './catalogue/index.ts'
import { BUILDINGS, DECREE_CARDS, TOKENS } from './catalogue/index.ts'
import type { TokenRow } from './catalogue/tokens.ts'
import type { Color } from './catalogue/vocabulary.ts'
import { COLORS } from './catalogue/vocabulary.ts'
import { remembered } from './remembered.ts'
import type { Seat } from './seat.ts'
import type { City, MatchState, Senate } from './state.ts'

/** How many buildings of the given colours a city has. Cards under wonders and senators are not buildings. */
export function countBuildings({ buildings }: City, ...colors: readonly Color[]): number {
  const { counts } = builtOf(buildings)
  let count = 0
  for (const color of colors) count += counts[COLORS.indexOf(color)]!
  return count
}

/** The buildings of a city that have one of the given colours. */
export const buildingsOf = (city: City, ...colors: readonly Color[]): BuildingId[] =>
  city.buildings.filter((id) => colors.includes(BUILDINGS[id].color))

/** How many wonders of a city are constructed: they have a card under them. */
export function countConstructed(city: City): number {
  let count = 0
  for (const wonder of city.wonders) if (wonder.under !== null) count++
  return count
}

/** The constructed wonders of a city. */
export const constructed = (city: City): WonderId[] =>
  city.wonders.filter(({ under }) => under !== null).map(({ id }) => id)

/** The wonders of a city that are not constructed. */
export const unconstructed = (city: City): WonderId[] =>
  city.wonders.filter(({ under }) => under === null).map(({ id }) => id)

const tokenRows = remembered((tokens: City['tokens']): readonly TokenRow[] => tokens.map((id) => TOKENS[id]))

/** The catalogue rows of the progress tokens of a city. */
export const tokensOf = ({ tokens }: City): readonly TokenRow[] => tokenRows(tokens)

/** The seat with strictly more cubes in a chamber (index 0 is chamber 1), or null for a tie (agora.md §4.4). */
export function controllerOf({ senate }: { senate: Pick<Senate, 'cubes'> | null }, chamberIndex: number): Seat | null {
  const cubes = senate!.cubes[chamberIndex]!
  return majority(cubes[0], cubes[1])
}

/** The seat with strictly more of something, or null for a tie. */
export const majority = (first: number, second: number): Seat | null =>
  first === second ? null : first > second ? 0 : 1

const NO_DECREES: readonly DecreeRow[] = []

const decreesBySeat = remembered(
  (cubes: Senate['cubes'], decrees: Senate['decrees']): readonly [DecreeRow[], DecreeRow[]] => {
    const rows: [DecreeRow[], DecreeRow[]] = [[], []]
    for (let index = 0; index < cubes.length; index++) {
      const controller = majority(cubes[index]![0], cubes[index]![1])
      if (controller !== null) for (const { id } of decrees[index]!) rows[controller].push(DECREE_CARDS[id])
    }
    return rows
  },
)

/** The decrees in force for a seat: those of the chambers that it controls. Empty without a Senate. */
export const decreesOf = ({ senate }: MatchState, seat: Seat): readonly DecreeRow[] =>
  senate ? decreesBySeat(senate.cubes, senate.decrees)[seat] : NO_DECREES

/** The coins that a city can pay with: its treasury, and the coins on Astarte (pantheon.md §4.4). */
export const spendable = ({ coins, pantheon }: City): number => coins + (pantheon ? pantheon.storedCoins : 0)

/** The sum of one number over the rows. A row without that number counts as 0. */
export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number | undefined): number => {
  let sum = 0
  for (const row of rows) sum += value(row) ?? 0
  return sum
}

/** Whether one of the rows has a property. */
export function has<Row>(rows: readonly Row[], property: keyof Row): boolean {
  for (const row of rows) if (row[property]) return true
  return false
}
