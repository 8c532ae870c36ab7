/** How the table is arranged. */
export type Arrangement =
  /** Lanes beside the structure, inspector and log in a rail. */
  | 'wide'
  /** As wide, but the rail is a drawer. */
  | 'middle'
  /** One column with whole strips and flat lanes: a tablet held upright. */
  | 'tall'
  /** One column with narrow strips and a sheet. */
  | 'phone'
  /** Three columns with narrow strips: a phone held sideways. */
  | 'low'

export function arrangementOf(width: number, height: number): Arrangement {
  if (width >= 900 && height >= 600) return width >= 1180 ? 'wide' : 'middle'
  if (width > height && height < 600) return 'low'
  return width >= 640 ? 'tall' : 'phone'
}

class Viewport {
  width = $state(innerWidth)
  height = $state(innerHeight)
  readonly arrangement = $derived(arrangementOf(this.width, this.height))
  /** Strips, lanes and cards in their narrow forms. */
  readonly narrow = $derived(this.arrangement === 'phone' || this.arrangement === 'low')
  /** Lanes lie flat above the structure. */
  readonly flat = $derived(this.narrow || this.arrangement === 'tall')

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth
      this.height = innerHeight
    })
  }
}

export const viewport = new Viewport()
