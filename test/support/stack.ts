import { randomBytes } from 'node:crypto'
import type { Postgres } from './postgres.ts'
import { startPostgres } from './postgres.ts'
import type { RedisKind, RedisServer } from './redis.ts'
import { startRedis } from './redis.ts'

/** The stores that nodes share. */
export interface Stores {
  redis: RedisServer
  postgres: Postgres
  /** For each node: both addresses, and the secret of the tokens. */
  environment: Record<string, string>
  destroy(): Promise<void>
}

/** Starts a Redis that writes before it answers, and a Postgres. */
export async function startStores(kind: RedisKind = {}): Promise<Stores> {
  const [redis, postgres] = await Promise.allSettled([startRedis({ aof: true, ...kind }), startPostgres()])
  if (redis.status === 'rejected' || postgres.status === 'rejected') {
    if (redis.status === 'fulfilled') await redis.value.destroy()
    if (postgres.status === 'fulfilled') await postgres.value.destroy()
    throw (redis.status === 'rejected' ? redis.reason : (postgres as PromiseRejectedResult).reason) as Error
  }
  return {
    redis: redis.value,
    postgres: postgres.value,
    environment: {
      REDIS_URL: redis.value.url,
      DATABASE_URL: postgres.value.url,
      TOKEN_SECRET: randomBytes(32).toString('hex'),
    },
    destroy: async () => {
      await Promise.all([redis.value.destroy(), postgres.value.destroy()])
    },
  }
}
