import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const redisCut = disturbance({
  name: 'redis-cut',
  what: `the connections between one node and Redis break for ${AWAY_MS / 1000} s`,
  open: () => openTwoNodes(),
  disturb: async ({ lines }) => {
    lines[0].sever()
    await lasts()
    lines[0].mend()
  },
})
