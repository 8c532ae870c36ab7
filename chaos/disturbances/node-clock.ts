import { moveThereAndBack, THERE_AND_BACK, withMovableClock } from '../stack/movable-clock.ts'
import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const nodeClock = disturbance({
  name: 'node-clock',
  what: `the clock of one node ${THERE_AND_BACK}`,
  open: () => withMovableClock((first) => openTwoNodes({ first })),
  disturb: moveThereAndBack,
})
