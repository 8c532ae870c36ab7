import { BUILDINGS, PANTHEON_CARDS, TOKENS } from './catalogue/index.ts'
import type { BuildingId, PantheonCardId, TokenId } from './catalogue/index.ts'
import { SYMBOLS_TO_WIN } from './catalogue/constants.ts'
import { SCIENCE_SYMBOLS } from './catalogue/vocabulary.ts'
import type { ScienceSymbol } from './catalogue/vocabulary.ts'
import type { City } from './state.ts'

/** The index in `SCIENCE_SYMBOLS` of the symbol of each building, progress token and divinity that has one. */
const SYMBOLS = new Map<BuildingId | TokenId | PantheonCardId, number>(
  [...Object.values(BUILDINGS), ...Object.values(TOKENS), ...Object.values(PANTHEON_CARDS)].flatMap(({ id, science }) =>
    science ? [[id as BuildingId | TokenId | PantheonCardId, SCIENCE_SYMBOLS.indexOf(science)] as const] : [],
  ),
)

/**
 * How often a city has each science symbol, in the order of `SCIENCE_SYMBOLS`. Symbols come from its green cards, its
 * progress tokens, its divinities and the green card of the opponent under its Snake token (base.md §7, pantheon.md
 * §4.7).
 */
export function symbolCounts({ buildings, tokens, divinities, snake }: City): number[] {
  const counts = SCIENCE_SYMBOLS.map(() => 0)
  const count = (id: BuildingId | TokenId | PantheonCardId): void => {
    const symbol = SYMBOLS.get(id)
    if (symbol !== undefined) counts[symbol]!++
  }
  buildings.forEach(count)
  tokens.forEach(count)
  divinities.forEach(count)
  if (snake !== null) count(snake)
  return counts
}

/** How often a city has one science symbol. */
export const countSymbol = (city: City, symbol: ScienceSymbol): number =>
  symbolCounts(city)[SCIENCE_SYMBOLS.indexOf(symbol)]!

/** Whether a city has six different science symbols. It counts bits, because it runs after every change. */
export function hasScienceVictory({ buildings, tokens, divinities, snake }: City): boolean {
  if (buildings.length + tokens.length + divinities.length + (snake === null ? 0 : 1) < SYMBOLS_TO_WIN) return false
  let symbols = 0
  for (const id of buildings) symbols |= bitOf(id)
  for (const id of tokens) symbols |= bitOf(id)
  for (const id of divinities) symbols |= bitOf(id)
  if (snake !== null) symbols |= bitOf(snake)
  let different = 0
  for (; symbols > 0; symbols &= symbols - 1) different++
  return different >= SYMBOLS_TO_WIN
}

function bitOf(id: BuildingId | TokenId | PantheonCardId): number {
  const symbol = SYMBOLS.get(id)
  return symbol === undefined ? 0 : 1 << symbol
}
