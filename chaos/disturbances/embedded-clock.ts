import { openEmbedded } from '../stack/embedded.ts'
import { moveThereAndBack, THERE_AND_BACK, withMovableClock } from '../stack/movable-clock.ts'
import { disturbance } from './disturbance.ts'

export const embeddedClock = disturbance({
  name: 'embedded-clock',
  what: `the clock of a server with embedded stores ${THERE_AND_BACK}`,
  open: () => withMovableClock(openEmbedded),
  disturb: moveThereAndBack,
})
