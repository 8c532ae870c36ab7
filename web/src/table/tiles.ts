/** The size of a tile within its borders, in CSS pixels. */
export interface TileSize {
  width: number
  height: number
}

const GAP = 6
/** Of a tile, on both sides together. */
export const BORDERS = 2.4
const COLUMNS = 2
/** There are four wonders for each player, and more only if somebody takes one: those make all tiles lower. */
const ROWS = 2

/**
 * The size of each wonder in a strip with a place of this size: so tiles need not be measured, which would make the
 * browser lay out the page twice when a wonder changes its owner. Undefined while the place is not known.
 */
export function tileOf(wonders: number, width: number, height: number): TileSize | undefined {
  if (width === 0) return undefined
  const rows = Math.max(ROWS, Math.ceil(wonders / COLUMNS))
  return {
    width: (width - (COLUMNS - 1) * GAP) / COLUMNS - BORDERS,
    height: (height - (rows - 1) * GAP) / rows - BORDERS,
  }
}
