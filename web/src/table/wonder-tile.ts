/**
 * How a wonder is drawn: `row` has its drawing at the left, `tile` above its name, `picture` nothing but its drawing, and
 * `offer` is one of the draft, with what it costs.
 */
export type TileForm = 'row' | 'tile' | 'picture' | 'offer'

/** In CSS pixels. */
export interface TileSize {
  width: number
  height: number
}
