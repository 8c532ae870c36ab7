import { join } from 'node:path'
import type { Logger } from 'pino'
import { localLimiters } from '../limits/index.ts'
import { openEmbeddedLobby } from './embedded/lobby/stores.ts'
import { openEmbeddedStore } from './embedded/store.ts'
import type { Retention } from './port.ts'
import { openRedisLimiters } from './redis/limiters.ts'
import { openRedisLobby } from './redis/lobby/stores.ts'
import { openRedisStore } from './redis/store.ts'

interface LiveSettings {
  redisUrl: string | undefined
  dataDir: string
  retention: Retention
}

/**
 * What opens the stores of what is live: in Redis, or, without its address, in this process, with a folder for matches.
 * Whoever opens one closes it.
 */
export const liveIn = ({ redisUrl: url, dataDir, retention }: LiveSettings, log: Logger) =>
  url === undefined
    ? {
        openStore: () => openEmbeddedStore({ dir: join(dataDir, 'live'), retention, log }),
        openLobby: () => openEmbeddedLobby({ log }),
        openLimiters: () => ({ ...localLimiters, close: () => Promise.resolve() }),
      }
    : {
        openStore: () => openRedisStore({ url, retention, log }),
        openLobby: () => openRedisLobby({ url, log }),
        openLimiters: () => openRedisLimiters({ url, log }),
      }
