import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { RedisOptions } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import { shardKeys, SHARDS } from '../../src/live/redis/keys.ts'
import type { RedisKind, RedisServer } from '../support/redis.ts'
import { startRedis } from '../support/redis.ts'
import type { Harness, Node } from './contract/harness.ts'
import { Heard } from './contract/harness.ts'

export interface RedisHarness extends Harness {
  /** For the tests of this file, and no longer. */
  server: () => RedisServer
  node: (options?: Partial<RedisOptions>) => Promise<Node>
  /** Asks every server, over one connection each. In a cluster only one of them has a key. */
  onEach: (ask: (redis: Redis) => Promise<unknown>) => Promise<void>
}

/** What the server that has a key answers; null at the others of a cluster. */
async function whereItIs<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if ((error as Error).message.startsWith('MOVED')) return null
    throw error
  }
}

/** Makes the last heartbeat of a shard so long ago (ms). */
const HUSH = `
local time = redis.call('TIME')
local beat = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
redis.call('HSET', KEYS[1], 'beat', beat, 'settled', beat)
`

/** A Redis for the tests of one file; each test opens nodes of its own. */
export function redisHarness(kind: RedisKind): RedisHarness {
  const nodes: Node[] = []
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(kind)
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map(({ store }) => store.close()))
  })
  afterAll(() => server.destroy())
  const onEach = async (ask: (redis: Redis) => Promise<unknown>): Promise<void> => {
    await Promise.all(
      server.nodes.map(async (address) => {
        const redis = new Redis(address)
        try {
          await whereItIs(ask(redis))
        } finally {
          redis.disconnect()
        }
      }),
    )
  }
  return {
    server: () => server,
    onEach,
    node: (options) => {
      const times = { poll: 500, ...options?.times }
      const store = openRedisStore({ url: server.url, retention: DEFAULT_RETENTION, ...options, times })
      const node = { store, heard: new Heard() }
      store.subscribe(node.heard)
      nodes.push(node)
      return Promise.resolve(node)
    },
    pass: () => undefined,
    outage: (ms) =>
      onEach(async (redis) => {
        await Promise.all(SHARDS.map((shard) => whereItIs(redis.eval(HUSH, 1, shardKeys(shard).life, ms))))
      }),
  }
}
