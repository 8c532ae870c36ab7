import { moveThereAndBack, THERE_AND_BACK, withMovableClock } from '../stack/movable-clock.ts'
import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const redisClock = disturbance({
  name: 'redis-clock',
  what: `the clock of Redis ${THERE_AND_BACK}`,
  open: () => withMovableClock((redis) => openTwoNodes({ redis })),
  disturb: moveThereAndBack,
})
