import { afterAll, afterEach, beforeAll } from 'vitest'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import type { RedisOptions } from '../../src/live/index.ts'
import { startRedis } from '../support/redis.ts'
import type { RedisKind, RedisServer } from '../support/redis.ts'
import { Heard } from './contract/harness.ts'
import type { Harness, Node } from './contract/harness.ts'

export interface RedisHarness extends Harness {
  /** For the tests of this file, and no longer. */
  server: () => RedisServer
  node: (options?: Partial<RedisOptions>) => Promise<Node>
}

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
  return {
    server: () => server,
    node: (options) => {
      const store = openRedisStore({ url: server.url, retention: DEFAULT_RETENTION, ...options, times: { tend: 500, ...options?.times } })
      const node = { store, heard: new Heard() }
      store.listen(node.heard)
      nodes.push(node)
      return Promise.resolve(node)
    },
    pass: () => undefined,
  }
}
