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

class Viewport {
  width = $state(innerWidth)
  height = $state(innerHeight)
  readonly arrangement = $derived(arrangementOf(this.width, this.height))
  /** Cities and boards in their short forms. */
  readonly narrow = $derived(this.arrangement === 'phone' || this.arrangement === 'sideways')
  /** A large screen has larger figures, and pictures of wonders. */
  readonly large = $derived(this.arrangement === 'wide' && this.width >= 1600)
  /** The least size of a digit on the table, in pixels. */
  readonly figure = $derived(this.narrow ? 14 : this.large ? 19 : 16)

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth
      this.height = innerHeight
    })
  }
}

export const viewport = new Viewport()
