/** The size of a tile within its borders, in CSS pixels. */
export interface TileSize {
  width: number
  height: number
}

const GAP = 6
const BORDERS = 2.4
const ROWS = 2

/** In how many columns the wonders of a strip lie. */
const columnsFor = (wonders: number): number => (wonders > 2 * ROWS ? 3 : 2)

/**
 * The size of each wonder in a strip with a place of this size: so tiles need not be measured, which would make the
 * browser lay out the page twice when a wonder changes its owner. Undefined while the place is not known.
 */
export function tileOf(wonders: number, width: number, height: number): TileSize | undefined {
  if (width === 0) return undefined
  const columns = columnsFor(wonders)
  const rows = Math.max(ROWS, Math.ceil(wonders / columns))
  return {
    width: (width - (columns - 1) * GAP) / columns - BORDERS,
    height: (height - (rows - 1) * GAP) / rows - BORDERS,
  }
}
