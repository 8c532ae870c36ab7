import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const redisPause = disturbance({
  name: 'redis-pause',
  what: `Redis is paused for ${AWAY_MS / 1000} s (\`SIGSTOP\`)`,
  mayRepeat: true,
  open: () => openTwoNodes(),
  disturb: async ({ stores }) => {
    stores.redis.freeze()
    await lasts()
    stores.redis.thaw()
  },
})
