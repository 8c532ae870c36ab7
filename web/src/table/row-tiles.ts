import { spanOf } from '../lib/glyphs.ts'
import type { Glyph } from '../lib/glyphs.ts'
import { BORDERS } from './tiles.ts'
import type { TileSize } from './tiles.ts'

// The wonders of a city in one row, on a phone: symbols and price, no names.

/** From this size on (in pixels) symbols are told apart. */
const READABLE = 12
const LARGEST = 15
/** The height of the highest symbol, in sizes of the font. */
const SYMBOL_HEIGHT = 1.12
/** What a tile has beside and above its symbols: its padding, and once it is built the card under it. */
const PADDING = 2
const BACK = 8
/** The coin with the price, and the gap before it. */
const PRICE = 17

export const ROW_GAP = 2
export const ROW_HEIGHT = 32

type Breaks = readonly (readonly Glyph[])[]

/** The symbols of a wonder in one line or two. */
export interface Lines {
  lines: Breaks
  size: number
}

const widthAside = (built: boolean): number => 2 * PADDING + (built ? BACK : 0)

/** What stands beside the symbols of a line: the price, at the end of the last one. */
const besideOf = (lines: Breaks, index: number, built: boolean): number =>
  !built && index === lines.length - 1 ? PRICE : 0

/** How wide lines are when their symbols are just readable. */
const readableWidth = (lines: Breaks, built: boolean): number =>
  Math.max(...lines.map((line, index) => spanOf(line) * READABLE + besideOf(lines, index, built)))

/** Symbols in two lines of about the same width. */
function inTwoLines(glyphs: readonly Glyph[], built: boolean): Breaks {
  const breaks = glyphs.slice(1).map((_, index): Breaks => [glyphs.slice(0, index + 1), glyphs.slice(index + 1)])
  return breaks.reduce(
    (best, lines) => (readableWidth(lines, built) < readableWidth(best, built) ? lines : best),
    breaks[0] ?? [glyphs],
  )
}

/**
 * The symbols of a wonder as large as its tile allows. They stay in one line as long as they are readable there.
 * @param size - of the tile within its borders
 */
export function linesOf(glyphs: readonly Glyph[], { width, height }: TileSize, built: boolean): Lines {
  const room = width - widthAside(built)
  const sizeOf = (lines: Breaks): number =>
    Math.min(
      LARGEST,
      (height - PADDING) / lines.length / SYMBOL_HEIGHT,
      ...lines.map((line, index) => (room - besideOf(lines, index, built)) / Math.max(1, spanOf(line))),
    )
  const lines = sizeOf([glyphs]) >= READABLE ? [glyphs] : inTwoLines(glyphs, built)
  return { lines, size: Math.max(0, sizeOf(lines)) }
}

/** The least width of a tile with readable symbols, the same before and after it is built: so tiles keep their places. */
const needOf = (glyphs: readonly Glyph[]): number =>
  BORDERS +
  Math.max(
    ...[false, true].map((built) => readableWidth(inTwoLines(glyphs, built), built) + widthAside(built)),
  )

/**
 * The sizes of the tiles of a row within their borders: each as wide as its symbols need, and what is left is shared
 * out evenly. None while the width is not known.
 */
export function rowOf(wonders: readonly (readonly Glyph[])[], width: number): TileSize[] {
  if (width === 0) return []
  const needs = wonders.map(needOf)
  const left = width - (wonders.length - 1) * ROW_GAP - needs.reduce((sum, need) => sum + need, 0)
  return needs.map((need) => ({ width: need + left / wonders.length - BORDERS, height: ROW_HEIGHT - BORDERS }))
}
