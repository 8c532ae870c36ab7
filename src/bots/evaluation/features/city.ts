import type { Built, MatchState, Seat } from '../../../rules/index.ts'
import { builtOf, COLORS, RESOURCES, SCIENCE_SYMBOLS } from '../../../rules/index.ts'
import { countBits, rowOf } from './cards.ts'
import { addAll, discardedOf, divinitiesOf, tokensOf, wondersOf } from './held.ts'
import { AT, FEATURES, indexOf } from './names.ts'

type City = MatchState['cities'][0]

/** The features of each colour, resource and science symbol. */
const COLOR_AT = COLORS.map((color) => indexOf('cards', color))
const PRODUCED_AT = RESOURCES.map((resource) => indexOf('produces', resource))
const FIXED_AT = RESOURCES.map((resource) => indexOf('fixed-price', resource))
const SYMBOL_AT = SCIENCE_SYMBOLS.map((symbol) => indexOf('symbol', symbol))

/** The science symbols of a city, and those that it has more than once, as bits. */
export interface Symbols {
  once: number
  twice: number
}

/** The features of what a city has built and taken. Most states after the same one share them: so they are kept. */
interface Kept extends Symbols {
  buildings: City['buildings']
  tokens: City['tokens']
  wonders: City['wonders']
  divinities: NonNullable<City['pantheon']>['divinities']
  snake: NonNullable<City['pantheon']>['snake']
  wondersAllowed: boolean
  row: Float64Array
}

/** How many are kept for each seat. */
const MOST = 4
const NO_DIVINITIES: Kept['divinities'] = []

/** The features of what a city has built and taken, for one seat in one position after the other. */
export class BuiltRows {
  readonly #kept: Kept[] = []
  #oldest = 0

  /** @returns a row that nobody may change, with the symbols of the city. */
  of({ buildings, tokens, wonders, pantheon }: City, wondersAllowed: boolean): Readonly<Kept> {
    const { divinities, snake } = pantheon ?? { divinities: NO_DIVINITIES, snake: null }
    for (const each of this.#kept) {
      if (
        each.buildings === buildings &&
        each.wonders === wonders &&
        each.tokens === tokens &&
        each.divinities === divinities &&
        each.snake === snake &&
        each.wondersAllowed === wondersAllowed
      ) {
        return each
      }
    }
    const row = (this.#kept[this.#oldest]?.row ?? new Float64Array(FEATURES.length)).fill(0)
    const kept = { buildings, tokens, wonders, divinities, snake, wondersAllowed, row, once: 0, twice: 0 }
    addHeld(kept)
    addWonders(row, wonders, wondersAllowed)
    this.#kept[this.#oldest] = kept
    this.#oldest = (this.#oldest + 1) % MOST
    return kept
  }
}

function addHeld(kept: Kept): void {
  const { row, buildings, tokens, divinities, snake } = kept
  const built = builtOf(buildings)
  const owned = tokensOf(tokens)
  const activated = divinitiesOf(divinities)
  addBuilt(row, built)
  addAll(row, owned.adds)
  addAll(row, activated.adds)
  addSymbols(kept, built.symbols, built.pairs)
  addSymbols(kept, owned.once, owned.twice)
  addSymbols(kept, activated.once, activated.twice)
  if (snake !== null) addSymbols(kept, rowOf(snake).symbol, 0)
  const different = countBits(kept.once)
  row[AT.symbols] = different
  for (let symbol = 0; symbol < SYMBOL_AT.length; symbol++) {
    if (kept.once & (1 << symbol)) row[SYMBOL_AT[symbol]!] = 1
  }
  if (different >= 3) row[AT['symbols-3']] = 1
  if (different >= 4) row[AT['symbols-4']] = 1
  if (different >= 5) row[AT['symbols-5']] = 1
}

function addSymbols(to: Symbols, once: number, twice: number): void {
  to.twice |= twice | (to.once & once)
  to.once |= once
}

/** Adds the coins and tokens of a city, and what its chain symbols are worth. */
export function addCoins(row: Float64Array, state: MatchState, seat: Seat): void {
  const { coins, pantheon } = state.cities[seat]
  row[AT.coins] = coins
  row[AT['coins-below-4']] = coins < 4 ? 4 - coins : 0
  row[AT.chains] = freedBy(state, seat)
  if (!pantheon) return
  row[AT['mythology-tokens']] = pantheon.mythologyTokens.length
  row[AT['offering-tokens']] = pantheon.offeringTokens.length
  row[AT['stored-coins']] = pantheon.storedCoins
}

function addBuilt(row: Float64Array, { counts, produced, fixed, raw, manufactured }: Built): void {
  for (let color = 0; color < COLOR_AT.length; color++) row[COLOR_AT[color]!] = counts[color]!
  let resources = 0
  for (let resource = 0; resource < PRODUCED_AT.length; resource++) {
    const units = produced[resource]!
    if (units > 0) resources++
    row[PRODUCED_AT[resource]!] = units
    if (fixed & (1 << resource)) row[FIXED_AT[resource]!] = 1
  }
  row[AT.resources] = resources
  row[AT['raw-choices']] = raw
  row[AT['manufactured-choices']] = manufactured
}

/** How many buildings the chain symbols of a city make free that someone can still construct. */
function freedBy({ cities, discardPile }: MatchState, seat: Seat): number {
  const { frees } = builtOf(cities[seat].buildings)
  if ((frees[0] | frees[1] | frees[2]) === 0) return 0
  const first = builtOf(cities[0].buildings).buildings
  const second = builtOf(cities[1].buildings).buildings
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
