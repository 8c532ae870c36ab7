import { randomBytes } from 'node:crypto'
import { startPostgres } from '../../test/support/postgres.ts'
import type { SentinelServers } from '../../test/support/redis-sentinel.ts'
import { startSentinel } from '../../test/support/redis-sentinel.ts'
import { openEntrance } from './entrance.ts'
import { readRedis, startNodes } from './nodes.ts'
import type { Stack } from './stack.ts'
import { Started } from './stack.ts'

/** Two nodes with a Redis that has a replica and a sentinel, and a Postgres. */
export interface Replicated extends Stack {
  redis: SentinelServers
}

/** A master that does not answer for so long (ms) is replaced. */
const DOWN_AFTER_MS = 1_000

export async function openReplicated(): Promise<Replicated> {
  const started = new Started()
  const redis = await started.add(startSentinel({ aof: true, downAfterMs: DOWN_AFTER_MS }), (all) => all.destroy())
  const postgres = await started.add(startPostgres(), (server) => server.destroy())
  const environment = {
    REDIS_URL: redis.url,
    DATABASE_URL: postgres.url,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
  }
  const nodes = await startNodes(started, [environment, environment])
  const entrance = await started.add(
    openEntrance(() => nodes.map(({ url }) => url)),
    ({ line }) => line.close(),
  )
  return { nodes, redis, entrance, readStore: () => readRedis(redis.url), destroy: () => started.end() }
}
