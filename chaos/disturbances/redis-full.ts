import { openTwoNodes } from '../stack/two-nodes.ts'
import { AWAY_MS, disturbance, lasts } from './disturbance.ts'

export const redisFull = disturbance({
  name: 'redis-full',
  what: `Redis has no memory left for ${AWAY_MS / 1000} s (\`maxmemory\`, \`noeviction\`)`,
  open: () => openTwoNodes(),
  disturb: async ({ stores: { redis } }) => {
    await redis.ask((one) => one.config('SET', 'maxmemory-policy', 'noeviction'))
    await redis.ask((one) => one.config('SET', 'maxmemory', '1mb'))
    await lasts()
    await redis.ask((one) => one.config('SET', 'maxmemory', '0'))
  },
})
