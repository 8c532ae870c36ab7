import { clientsCut } from './clients-cut.ts'
import { clientsSilence } from './clients-silence.ts'
import type { Disturbance } from './disturbance.ts'
import { embeddedClock } from './embedded-clock.ts'
import { embeddedFull } from './embedded-full.ts'
import { embeddedFullKill } from './embedded-full-kill.ts'
import { embeddedKill } from './embedded-kill.ts'
import { nodeClock } from './node-clock.ts'
import { nodeFreeze } from './node-freeze.ts'
import { nodeKill } from './node-kill.ts'
import { nodesKill } from './nodes-kill.ts'
import { nodesRestart } from './nodes-restart.ts'
import { postgresKill } from './postgres-kill.ts'
import { postgresStop } from './postgres-stop.ts'
import { redisClock } from './redis-clock.ts'
import { redisCut } from './redis-cut.ts'
import { redisFailover } from './redis-failover.ts'
import { redisFailoverBehind } from './redis-failover-behind.ts'
import { redisFull } from './redis-full.ts'
import { redisKill } from './redis-kill.ts'
import { redisPause } from './redis-pause.ts'
import { redisSilence } from './redis-silence.ts'
import { workersRestart } from './workers-restart.ts'

export type { Disturbance } from './disturbance.ts'

/** All disturbances, in the order in which they are run. */
export const DISTURBANCES: readonly Disturbance[] = [
  nodeKill,
  nodesKill,
  nodesRestart,
  workersRestart,
  nodeFreeze,
  nodeClock,
  redisKill,
  redisPause,
  redisFull,
  redisCut,
  redisSilence,
  redisClock,
  redisFailover,
  redisFailoverBehind,
  postgresStop,
  postgresKill,
  clientsCut,
  clientsSilence,
  embeddedKill,
  embeddedFull,
  embeddedFullKill,
  embeddedClock,
]
