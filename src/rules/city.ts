import { BUILDINGS, DECREE_CARDS, TOKENS, buildingRow } from './catalogue/index.ts'
import type { BuildingId, CardId, DecreeId } from './catalogue/index.ts'
import type { DecreeRow } from './catalogue/decrees.ts'
import { SYMBOLS_TO_WIN } from './catalogue/constants.ts'
import type { TokenRow } from './catalogue/tokens.ts'
import type { Color, ScienceSymbol } from './catalogue/vocabulary.ts'
import { other } from './seat.ts'
import type { Seat } from './seat.ts'
import type { City, MatchState } from './state.ts'

/** Buildings of a colour, or of one of some colours, in a city. Cards under wonders and senators are none. */
export function countBuildings(city: City, ...colors: readonly Color[]): number {
  let count = 0
  for (const id of city.buildings) if (colors.includes(BUILDINGS[id].color)) count++
  return count
}

/** The buildings of some colours in a city. */
export const buildingsOf = (city: City, ...colors: readonly Color[]): BuildingId[] =>
  city.buildings.filter((id) => colors.includes(BUILDINGS[id].color))

/** Wonders of a city with a card under them. */
export function countConstructed(city: City): number {
  let count = 0
  for (const wonder of city.wonders) if (wonder.under !== null) count++
  return count
}

/** The progress tokens of a city, as rows. */
export const tokensOf = (city: City): TokenRow[] => city.tokens.map((id) => TOKENS[id])

/** How often a city has a science symbol. */
export function countSymbol(city: City, symbol: ScienceSymbol): number {
  let count = 0
  for (const id of city.buildings) if (BUILDINGS[id].science === symbol) count++
  for (const id of city.tokens) if (TOKENS[id].science === symbol) count++
  return count
}

/** Whether a city has six different science symbols. */
export function hasScienceVictory(city: City): boolean {
  const symbols = new Set<ScienceSymbol>()
  for (const id of city.buildings) {
    const { science } = BUILDINGS[id]
    if (science) symbols.add(science)
  }
  for (const id of city.tokens) {
    const { science } = TOKENS[id]
    if (science) symbols.add(science)
  }
  return symbols.size >= SYMBOLS_TO_WIN
}

/** The seat with strictly more cubes in a chamber (index 0 is chamber 1), null if neither has (agora.md §4.4). */
export function controllerOf(state: MatchState, chamberIndex: number): Seat | null {
  const [first, second] = state.senate!.cubes[chamberIndex]!
  return first === second ? null : first > second ? 0 : 1
}

const NO_DECREES: readonly DecreeId[] = []

/** The decrees in force for a seat: those of the chambers it controls. None without a Senate. */
export function decreesOf(state: MatchState, seat: Seat): readonly DecreeId[] {
  if (!state.senate) return NO_DECREES
  return state.senate.decrees.flatMap((laid, index) => (controllerOf(state, index) === seat ? laid.map(({ id }) => id) : []))
}

/** The decrees in force for a seat, as rows. */
export const decreeRowsOf = (state: MatchState, seat: Seat): DecreeRow[] => decreesOf(state, seat).map((id) => DECREE_CARDS[id])

/** The sum of one number over some rows. */
export const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number | undefined): number => {
  let sum = 0
  for (const row of rows) sum += value(row) ?? 0
  return sum
}

/** The printed VP of a card. */
export const printedVp = (card: CardId): number => buildingRow(card)?.vp ?? 0

export const cityOf = (state: MatchState, seat: Seat): City => state.cities[seat]
export const opponentCityOf = (state: MatchState, seat: Seat): City => state.cities[other(seat)]
