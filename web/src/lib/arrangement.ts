/** How the table is arranged, by the shape of the window. */
export type Arrangement =
  /** The cities at the sides, the field between them in its whole height. */
  | 'wide'
  /** The cities above and below the field: a tablet held upright. */
  | 'tall'
  /** The same with strips for cities, and a sheet: a phone held upright. */
  | 'phone'
  /** Narrow cities at the sides: a phone held sideways, or a small window. */
  | 'sideways'

/** Sizes in CSS pixels. */
export function arrangementOf(width: number, height: number): Arrangement {
  if (width >= 1024 && height >= 560 && width > 1.15 * height) return 'wide'
  if (width > height) return 'sideways'
  return width >= 700 ? 'tall' : 'phone'
}
