/** Where live matches are kept. */
export { lockFolder } from './embedded/lock.ts'
export { openEmbeddedStore } from './embedded/store.ts'
export type { EmbeddedOptions } from './embedded/store.ts'
export type { Commit, CommitResult, LiveListener, LiveStore, Retention } from './port.ts'
export { openRedisStore } from './redis/store.ts'
export type { RedisOptions } from './redis/store.ts'
export { DEFAULT_RETENTION } from './retention.ts'
