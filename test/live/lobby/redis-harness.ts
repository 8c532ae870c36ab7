import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { RedisLobbyOptions } from '../../../src/live/index.ts'
import { openRedisLobby } from '../../../src/live/index.ts'
import type { RedisKind, RedisServer } from '../../support/redis.ts'
import { startRedis } from '../../support/redis.ts'
import type { LobbyHarness, LobbyNode } from './harness.ts'
import { PATIENTLY, recorded } from './harness.ts'

export interface RedisLobbyHarness extends LobbyHarness {
  server: () => RedisServer
  node: (options?: Partial<RedisLobbyOptions>) => Promise<LobbyNode>
}

/** A Redis for the tests of one file. Each test has nodes of its own, whose subscriptions are complete. */
export function redisLobbyHarness(kind: RedisKind): RedisLobbyHarness {
  const nodes: LobbyNode[] = []
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(kind)
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()))
  })
  afterAll(() => server.destroy())
  return {
    server: () => server,
    node: async (options) => {
      const times = { poll: 500, ...options?.times }
      const node = recorded(openRedisLobby({ url: server.url, ...options, times }))
      nodes.push(node)
      await expect.poll(() => node.recorder.interruptions, PATIENTLY).toBe(1)
      return node
    },
    pass: () => undefined,
  }
}
