import type { MatchState, Seat } from '../../../rules/index.ts'
import { countBits, rowOf } from './cards.ts'
import { builtOf, discardedOf, divinitiesOf, tokensOf, wondersOf } from './held.ts'
import { AT, indexOf, SYMBOLS } from './names.ts'

type City = MatchState['cities'][0]

/** The index of the feature of each science symbol. */
const SYMBOL_AT = SYMBOLS.map((symbol) => indexOf('symbol', symbol))

/** The science symbols of a city, and those that it has more than once, as bits. */
export interface Symbols {
  once: number
  twice: number
}

/** Adds what a city has to its features. */
export function addCity(row: Float64Array, state: MatchState, seat: Seat, wondersAllowed: boolean): Symbols {
  const { buildings, tokens, wonders, pantheon, coins } = state.cities[seat]
  const built = builtOf(buildings)
  const owned = tokensOf(tokens)
  addAll(row, built.adds)
  addAll(row, owned.adds)
  let twice = built.twice | owned.twice | (built.once & owned.once)
  let once = built.once | owned.once
  row[AT.chains] = freedBy(state, seat)
  addWonders(row, wonders, wondersAllowed)
  if (pantheon) {
    const divinities = divinitiesOf(pantheon.divinities)
    addAll(row, divinities.adds)
    const snake = pantheon.snake === null ? 0 : rowOf(pantheon.snake).symbol
    twice |= divinities.twice | (once & divinities.once) | ((once | divinities.once) & snake)
    once |= divinities.once | snake
    row[AT['mythology-tokens']] = pantheon.mythologyTokens.length
    row[AT['offering-tokens']] = pantheon.offeringTokens.length
    row[AT['stored-coins']] = pantheon.storedCoins
  }
  row[AT.coins] = coins
  row[AT['coins-below-4']] = coins < 4 ? 4 - coins : 0
  row[AT.resources] = countBits(built.resources)
  const different = countBits(once)
  row[AT.symbols] = different
  for (let symbol = 0; symbol < SYMBOL_AT.length; symbol++) if (once & (1 << symbol)) row[SYMBOL_AT[symbol]!] = 1
  if (different >= 3) row[AT['symbols-3']] = 1
  if (different >= 4) row[AT['symbols-4']] = 1
  if (different >= 5) row[AT['symbols-5']] = 1
  return { once, twice }
}

/** @param adds pairs of an index and a number. */
function addAll(row: Float64Array, adds: readonly number[]): void {
  for (let at = 0; at < adds.length; at += 2) row[adds[at]!]! += adds[at + 1]!
}

/** How many buildings the chain symbols of a city make free that somebody can still construct. */
function freedBy({ cities, discardPile }: MatchState, seat: Seat): number {
  const { frees } = builtOf(cities[seat].buildings)
  if ((frees[0] | frees[1] | frees[2]) === 0) return 0
  const [first, second] = [builtOf(cities[0].buildings).built, builtOf(cities[1].buildings).built]
  const discarded = discardedOf(discardPile)
  let count = 0
  for (let word = 0; word < frees.length; word++) {
    count += countBits(frees[word]! & ~(first[word]! | second[word]! | discarded[word]!))
  }
  return count
}

/** After the buildings, because what a wonder still lacks depends on what they produce. */
function addWonders(row: Float64Array, wonders: City['wonders'], allowed: boolean): void {
  const { choices, left, extraTurns } = wondersOf(wonders)
  for (const choice of choices) row[choice]!++
  if (!allowed) return
  row[AT['wonders-left']] = left.length
  row[AT['extra-turns-left']] = extraTurns
  let lacking = 0
  for (const wonder of left) {
    row[wonder.left] = 1
    for (const { produced, units } of wonder.units) if (units > row[produced]!) lacking += units - row[produced]!
  }
  row[AT['units-for-wonders']] = lacking
}

/** Adds what a seat has in the Senate, and its senators and conspiracies. */
export function addSenate(row: Float64Array, { senate, cities }: MatchState, seat: Seat): void {
  let [chambers, placed] = [0, 0]
  for (const [first, second] of senate!.cubes) {
    const [own, others] = seat === 0 ? [first, second] : [second, first]
    placed += own
    if (own > others) chambers++
  }
  row[AT.cubes] = placed
  row[AT.chambers] = chambers
  if (chambers >= 4) row[AT['chambers-4']] = 1
  if (chambers >= 5) row[AT['chambers-5']] = 1
  for (const { state } of cities[seat].conspiracies) {
    if (state !== 'triggered') row[state === 'prepared' ? AT.prepared : AT.conspiracies]!++
  }
  for (const id of cities[seat].senators) row[id.startsWith('politician') ? AT.politicians : AT.conspirators]!++
}
