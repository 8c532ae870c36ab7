import { withMovableClock } from '../stack/movable-clock.ts'
import { openTwoNodes } from '../stack/two-nodes.ts'
import type { TwoNodes } from '../stack/two-nodes.ts'
import type { MovableClock } from '../stack/movable-clock.ts'
import { disturbance, lasts } from './disturbance.ts'

/** How long the clock stays where it was moved to, ms. */
const EACH_MS = 4_000

export const nodeClock = disturbance<TwoNodes & { clock: MovableClock }>({
  name: 'node-clock',
  what: 'the clock of one node goes an hour ahead, then two hours back, then right again (libfaketime)',
  open: () => withMovableClock((first) => openTwoNodes({ first })),
  disturb: async ({ clock }) => {
    for (const seconds of [3600, -3600, 0]) {
      clock.move(seconds)
      await lasts(EACH_MS)
    }
  },
})
