import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { DEFAULT_RETENTION, openEmbeddedStore, openRedisStore } from '../../src/live/index.ts'
import { startRedis } from '../support/redis.ts'
import type { RedisServer } from '../support/redis.ts'
import { Heard } from './contract/harness.ts'
import type { Node } from './contract/harness.ts'
import { commandsArbitrary } from './model/commands.ts'
import { Run } from './model/run.ts'

let redis: RedisServer
let nodes: Node[]

beforeAll(async () => {
  redis = await startRedis()
  const stores = [
    openRedisStore({ url: redis.url, retention: DEFAULT_RETENTION }),
    await openEmbeddedStore({ memory: true, retention: DEFAULT_RETENTION }),
  ]
  nodes = stores.map((store) => ({ store, heard: new Heard() }))
  for (const { store, heard } of nodes) store.subscribe(heard)
})
afterAll(async () => {
  await Promise.all(nodes.map(({ store }) => store.close()))
  await redis.destroy()
})

it('whatever is asked of them, Redis and the embedded store answer alike, and as a simple model says', async () => {
  await fc.assert(
    fc.asyncProperty(commandsArbitrary, async (commands) => {
      const run = new Run(nodes)
      try {
        for (const command of commands) await run.do(command)
        await run.compareWhatWasHeard()
      } finally {
        await run.cleanUp()
      }
    }),
    { numRuns: 60 },
  )
})
