import fc from 'fast-check'
import { it } from 'vitest'
import { repeats } from '../support/drawn.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { Heard } from './contract/harness.ts'
import { commandsArbitrary } from './model/commands.ts'
import type { Side } from './model/run.ts'
import { Run } from './model/run.ts'
import { redisHarness } from './redis-harness.ts'

const redis = redisHarness({})

async function redisSide(): Promise<Side> {
  await redis.onEach((server) => server.flushall())
  return { ...(await redis.node()), silence: redis.outage }
}

function machineSide(): Side {
  const backend = new MemoryBackend(1, 0)
  // The only outages of the machine are those of the test.
  backend.outageMs = 30_000
  const store = new MemoryStore(backend)
  const heard = new Heard()
  store.subscribe(heard)
  const silence = async (ms: number): Promise<void> => {
    backend.run(({ state }) => void state.setAlive(state.time - ms))
  }
  return { store, heard, silence }
}

it('the machine and Redis answer and publish the same', async () => {
  await fc.assert(
    fc.asyncProperty(commandsArbitrary, async (commands) => {
      const sides: [Side, Side] = [machineSide(), await redisSide()]
      const run = new Run(sides)
      try {
        await run.begin()
        for (const command of commands) await run.do(command)
        await run.end()
      } finally {
        await Promise.all(sides.map(({ store }) => store.close()))
      }
    }),
    { numRuns: repeats(150) },
  )
})
