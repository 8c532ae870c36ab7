import { arrangementOf } from './arrangement.ts'

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
