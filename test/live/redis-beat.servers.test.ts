import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aBegunMatch, aMatch, commitNow, flagging, joining, PATIENTLY } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

const HOUR = 3_600_000

describe('a beat in a Redis cluster', () => {
  const { node, server } = redisHarness({ cluster: true })

  it('does its work in the other shards while one server does not answer', async () => {
    const { store } = await node()
    const overdue = await Promise.all(Array.from({ length: 60 }, () => aBegunMatch(store, { deadline: { at: 1 } })))
    expect((await store.heartbeat(1000)).sort()).toEqual([...overdue].sort())
    const silent = new Redis(server().nodes[0]!)
    try {
      await silent.call('CLIENT', 'PAUSE', 10_000, 'ALL')
      const found = await store.heartbeat(1000)
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThan(overdue.length)
    } finally {
      silent.disconnect()
    }
    await expect.poll(async () => (await store.heartbeat(1000)).sort(), PATIENTLY).toEqual([...overdue].sort())
    for (const match of overdue) await commitNow(store, match, (version) => flagging(match, version))
    expect(await store.heartbeat(1000)).toEqual([])
  })
})

describe('the time that a node knows', () => {
  const { node } = redisHarness({})
  afterEach(() => void vi.useRealTimers())

  it('is that of Redis, however wrong its own clock is', async () => {
    vi.useFakeTimers({ now: Date.now() + 2 * HOUR, toFake: ['Date', 'performance'] })
    const { store } = await node()
    expect(store.now()).toBe(Date.now())
    await store.heartbeat(0)
    const match = await aMatch(store)
    const { createdAt } = (await store.load(match))!
    expect(Math.abs(store.now() - createdAt)).toBeLessThan(HOUR)
    const joined = await store.commit(joining(match))
    expect(Math.abs(store.now() - (joined as { at: number }).at)).toBeLessThan(HOUR)
  })
})
