import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const redisSilence = disturbance({
  name: 'redis-silence',
  what: `nothing arrives between both nodes and Redis for ${AWAY_MS / 1000} s`,
  mayRepeat: true,
  open: () => openTwoNodes(),
  disturb: async ({ lines }) => {
    for (const line of lines) line.stall()
    await lasts()
    for (const line of lines) line.mend()
  },
})
