import { builtOf } from './built.ts'
import { SYMBOLS_TO_WIN } from './catalogue/constants.ts'
import type { BuildingId, PantheonCardId, TokenId } from './catalogue/index.ts'
import { BUILDINGS, PANTHEON_CARDS, TOKENS } from './catalogue/index.ts'
import type { ScienceSymbol } from './catalogue/vocabulary.ts'
import { SCIENCE_SYMBOLS } from './catalogue/vocabulary.ts'
import { remembered } from './remembered.ts'
import type { City, PantheonCity } from './state.ts'

/**
 * How often a city has a science symbol. Symbols come from its green cards, its progress tokens, its divinities, and
 * the green card of the opponent under its Snake token (base.md §7, pantheon.md §4.7).
 */
export function countSymbol({ buildings, tokens, pantheon }: City, symbol: ScienceSymbol): number {
  let count = 0
  for (const id of buildings) if (BUILDINGS[id].science === symbol) count++
  for (const id of tokens) if (TOKENS[id].science === symbol) count++
  if (!pantheon) return count
  for (const id of pantheon.divinities) if (PANTHEON_CARDS[id].science === symbol) count++
  if (pantheon.snake !== null && BUILDINGS[pantheon.snake].science === symbol) count++
  return count
}

/** How often a city has each science symbol, in the order of `SCIENCE_SYMBOLS`. */
export const symbolCounts = (city: City): number[] => SCIENCE_SYMBOLS.map((symbol) => countSymbol(city, symbol))

/** The science symbol of each building, progress token and divinity that has one, as a bit. */
const SYMBOL_BITS = new Map<BuildingId | TokenId | PantheonCardId, number>(
  [...Object.values(BUILDINGS), ...Object.values(TOKENS), ...Object.values(PANTHEON_CARDS)].flatMap(
    ({ id, science }) =>
      science ? [[id as BuildingId | TokenId | PantheonCardId, 1 << SCIENCE_SYMBOLS.indexOf(science)] as const] : [],
  ),
)

const symbolsOf = remembered((ids: City['tokens'] | PantheonCity['divinities']): number => {
  let symbols = 0
  for (const id of ids) symbols |= SYMBOL_BITS.get(id) ?? 0
  return symbols
})

/** Whether a city has six different science symbols. It counts bits, because it runs after every change. */
export function hasScienceVictory({ buildings, tokens, pantheon }: City): boolean {
  const others = pantheon ? pantheon.divinities.length + (pantheon.snake === null ? 0 : 1) : 0
  if (buildings.length + tokens.length + others < SYMBOLS_TO_WIN) return false
  let symbols = builtOf(buildings).symbols | symbolsOf(tokens)
  if (pantheon) {
    symbols |= symbolsOf(pantheon.divinities)
    if (pantheon.snake !== null) symbols |= SYMBOL_BITS.get(pantheon.snake) ?? 0
  }
  let different = 0
  for (; symbols > 0; symbols &= symbols - 1) different++
  return different >= SYMBOLS_TO_WIN
}
