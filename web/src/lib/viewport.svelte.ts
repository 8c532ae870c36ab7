import { arrangementOf } from './arrangement.ts'

class Viewport {
  width = $state(innerWidth)
  #innerHeight = $state(innerHeight)
  /** What lies above the table, such as the task of a lesson, in pixels. */
  above = $state(0)
  /** What the table has. */
  readonly height = $derived(this.#innerHeight - this.above)
  readonly arrangement = $derived(arrangementOf(this.width, this.height))
  /** Cities and boards in their short forms. */
  readonly narrow = $derived(this.arrangement === 'phone' || this.arrangement === 'sideways')
  /** A large screen has larger figures, and pictures of wonders. */
  readonly large = $derived(this.arrangement === 'wide' && this.width >= 1600)
  /** The least size of a digit on the table, in pixels; it is smaller on screens that are lower than the table is made for. */
  readonly figure = $derived.by(() => {
    const { arrangement, height } = this
    if (arrangement === 'sideways') return height < 380 ? 12 : 14
    if (arrangement === 'phone') return height < 630 ? 12 : 14
    if (arrangement === 'tall') return height < 1100 ? 12 : 16
    return this.large ? 19 : 16
  })

  constructor() {
    addEventListener('resize', () => {
      this.width = innerWidth
      this.#innerHeight = innerHeight
    })
  }
}

export const viewport = new Viewport()
