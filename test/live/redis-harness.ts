import { afterAll, afterEach, beforeAll } from 'vitest'
import { Redis } from 'ioredis'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import type { RedisOptions } from '../../src/live/index.ts'
import { shardKeys, SHARDS } from '../../src/live/redis/keys.ts'
import { startRedis } from '../support/redis.ts'
import type { RedisKind, RedisServer } from '../support/redis.ts'
import { Heard } from './contract/harness.ts'
import type { Harness, Node } from './contract/harness.ts'

export interface RedisHarness extends Harness {
  /** For the tests of this file, and no longer. */
  server: () => RedisServer
  node: (options?: Partial<RedisOptions>) => Promise<Node>
  /** Asks every server. In a cluster only one of them has a key. */
  onEach: (ask: (redis: Redis) => Promise<unknown>) => Promise<void>
}

/** Makes it longer since a shard was said to be alive. */
const HUSH = `
local time = redis.call('TIME')
local alive = redis.call('GET', KEYS[1]) or time[1] * 1000
redis.call('SET', KEYS[1], string.format('%.0f', alive - ARGV[1]))
`

/** A Redis for the tests of one file; each test has nodes of its own. */
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
    for (const address of server.nodes) {
      const redis = new Redis(address)
      try {
        await ask(redis).catch((error: Error) => {
          if (!error.message.startsWith('MOVED')) throw error
        })
      } finally {
        redis.disconnect()
      }
    }
  }
  return {
    server: () => server,
    onEach,
    node: (options) => {
      const times = { tend: 500, ...options?.times }
      const store = openRedisStore({ url: server.url, retention: DEFAULT_RETENTION, ...options, times })
      const node = { store, heard: new Heard() }
      store.subscribe(node.heard)
      nodes.push(node)
      return Promise.resolve(node)
    },
    pass: () => undefined,
    outage: async (ms) => {
      for (const shard of SHARDS) await onEach((redis) => redis.eval(HUSH, 1, shardKeys(shard).alive, ms))
    },
  }
}
