import { openReplicated } from '../stack/replicated.ts'
import { disturbance, lasts } from './disturbance.ts'

/** By how much the replica is behind, ms. */
const BEHIND_MS = 1_000

export const redisFailoverBehind = disturbance({
  name: 'redis-failover-behind',
  what: 'the same, with a replica that has got nothing for the last second',
  mayLose: true,
  open: openReplicated,
  disturb: async ({ redis }) => {
    await redis.detachReplica()
    await lasts(BEHIND_MS)
    await redis.crashMaster()
  },
  repair: ({ redis }) => redis.restoreReplica(),
})
