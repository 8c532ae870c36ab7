import type { BuildingId, MatchState, Seat } from '../../../rules/index.ts'
import { countBits, DIVINITY_ROWS, rowOf, TOKEN_ROWS, WONDER_ROWS } from './cards.ts'
import { AT, indexOf, SYMBOLS } from './names.ts'

type City = MatchState['cities'][0]

/** The index of the feature of each science symbol. */
const SYMBOL_AT = SYMBOLS.map((symbol) => indexOf('symbol', symbol))

/** What a city has, as bits. */
export interface Held {
  /** Its science symbols, and those that it has more than once. */
  once: number
  twice: number
  /** The resources that its buildings always produce. */
  resources: number
}

/** Whether nobody can construct a building any more. */
const isGone = ({ cities, discardPile }: MatchState, id: BuildingId): boolean =>
  cities[0].buildings.includes(id) || cities[1].buildings.includes(id) || discardPile.includes(id)

/** Adds what a city has to its features. */
export function addCity(row: Float64Array, state: MatchState, seat: Seat, wondersAllowed: boolean): Held {
  const city = state.cities[seat]
  const held = { once: 0, twice: 0, resources: 0 }
  const addSymbol = (symbol: number): void => {
    held.twice |= held.once & symbol
    held.once |= symbol
  }
  for (const id of city.buildings) {
    const card = rowOf(id)
    for (let each = 0; each < card.adds.length; each += 2) row[card.adds[each]!]! += card.adds[each + 1]!
    held.resources |= card.resources
    addSymbol(card.symbol)
    if (card.frees !== null && !isGone(state, card.frees)) row[AT.chains]!++
  }
  for (const id of city.tokens) {
    const token = TOKEN_ROWS.get(id)!
    row[token.owned]!++
    addSymbol(token.symbol)
  }
  addWonders(row, city, wondersAllowed)
  if (city.pantheon) {
    for (const id of city.pantheon.divinities) {
      const divinity = DIVINITY_ROWS.get(id)!
      row[divinity.owned]!++
      addSymbol(divinity.symbol)
    }
    if (city.pantheon.snake !== null) addSymbol(rowOf(city.pantheon.snake).symbol)
    row[AT['mythology-tokens']] = city.pantheon.mythologyTokens.length
    row[AT['offering-tokens']] = city.pantheon.offeringTokens.length
    row[AT['stored-coins']] = city.pantheon.storedCoins
  }
  row[AT.coins] = city.coins
  row[AT['coins-below-4']] = Math.max(0, 4 - city.coins)
  row[AT.resources] = countBits(held.resources)
  const different = countBits(held.once)
  row[AT.symbols] = different
  for (let symbol = 0; symbol < SYMBOL_AT.length; symbol++) if (held.once & (1 << symbol)) row[SYMBOL_AT[symbol]!] = 1
  if (different >= 3) row[AT['symbols-3']] = 1
  if (different >= 4) row[AT['symbols-4']] = 1
  if (different >= 5) row[AT['symbols-5']] = 1
  return held
}

/** After the buildings, because what a wonder still lacks depends on what they produce. */
function addWonders(row: Float64Array, { wonders }: City, allowed: boolean): void {
  for (const { id, under } of wonders) {
    const wonder = WONDER_ROWS.get(id)!
    if (under !== null) {
      if (wonder.choice !== null) row[wonder.choice]!++
    } else if (allowed) {
      row[wonder.left]!++
      row[AT['wonders-left']]!++
      if (wonder.playAgain) row[AT['extra-turns-left']]!++
      for (const [produced, units] of wonder.units) {
        row[AT['units-for-wonders']]! += Math.max(0, units - row[produced]!)
      }
    }
  }
}

/** Adds what a seat has in the Senate, and its senators and conspiracies. */
export function addSenate(row: Float64Array, { senate, cities }: MatchState, seat: Seat): void {
  let chambers = 0
  for (const cubes of senate!.cubes) {
    row[AT.cubes]! += cubes[seat]
    if (cubes[seat] > cubes[seat === 0 ? 1 : 0]) chambers++
  }
  row[AT.chambers] = chambers
  if (chambers >= 4) row[AT['chambers-4']] = 1
  if (chambers >= 5) row[AT['chambers-5']] = 1
  for (const { state } of cities[seat].conspiracies) {
    if (state !== 'triggered') row[state === 'prepared' ? AT.prepared : AT.conspiracies]!++
  }
  for (const id of cities[seat].senators) row[id.startsWith('politician') ? AT.politicians : AT.conspirators]!++
}
