import { openTwoNodes } from '../stack/two-nodes.ts'
import { disturbance } from './disturbance.ts'

export const redisKill = disturbance({
  name: 'redis-kill',
  what: '`kill -9` of Redis, which starts again (`appendonly yes`, `appendfsync always`)',
  open: () => openTwoNodes(),
  disturb: ({ stores }) => stores.redis.kill9(),
  repair: ({ stores }) => stores.redis.restart(),
})
