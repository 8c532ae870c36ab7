import { openReplicated } from '../stack/replicated.ts'
import { disturbance } from './disturbance.ts'

export const redisFailover = disturbance({
  name: 'redis-failover',
  what: '`kill -9` of the master of Redis: its replica takes over (Sentinel)',
  mayLose: true,
  open: openReplicated,
  disturb: ({ redis }) => redis.crashMaster(),
  repair: ({ redis }) => redis.restoreReplica(),
})
