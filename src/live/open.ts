import { join } from 'node:path'
import type { Logger } from 'pino'
import { localLimiters } from '../limits/index.ts'
import type { Limiters } from '../limits/index.ts'
import { openEmbeddedLobby } from './embedded/lobby/stores.ts'
import { openEmbeddedStore } from './embedded/store.ts'
import type { LobbyStores } from './lobby/index.ts'
import type { LiveStore, Retention } from './port.ts'
import { openRedisLimiters } from './redis/limiters.ts'
import { openRedisLobby } from './redis/lobby/stores.ts'
import { openRedisStore } from './redis/store.ts'

/** Where what is live is kept: in Redis, or, without its address, in this process, with a folder for matches. */
export interface LiveSettings {
  redisUrl: string | undefined
  dataDir: string
  retention: Retention
}

/** What is kept for as long as it is live. Each part is opened when it is asked for, and to be closed by who asks. */
export interface Live {
  /** @throws Error if the store refuses, or the folder cannot be used */
  openStore(): Promise<LiveStore>
  openLobby(): LobbyStores
  openLimiters(): Limiters & { close(): Promise<void> }
}

export function liveIn({ redisUrl: url, dataDir, retention }: LiveSettings, log: Logger): Live {
  if (url === undefined) {
    return {
      openStore: () => openEmbeddedStore({ dir: join(dataDir, 'live'), retention, log }),
      openLobby: () => openEmbeddedLobby({ log }),
      openLimiters: () => ({ ...localLimiters, close: () => Promise.resolve() }),
    }
  }
  return {
    openStore: async () => openRedisStore({ url, retention, log }),
    openLobby: () => openRedisLobby({ url, log }),
    openLimiters: () => openRedisLimiters({ url, log }),
  }
}
