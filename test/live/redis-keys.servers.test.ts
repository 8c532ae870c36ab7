import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { codeKey, matchKeys, shardKeys, shardOf, SHARDS } from '../../src/live/redis/keys.ts'
import { aBegunMatch, acting, aMatch, joining, newActionId, newHeader, PATIENTLY, resigning } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

const RETENTION = { waitingMs: 1_000_000, playingMs: 5_000_000, endedMs: 3_000_000 }

describe('Redis', () => {
  const { node, server } = redisHarness({})

  async function inRedis<T>(ask: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(server().url)
    try {
      return await ask(redis)
    } finally {
      redis.disconnect()
    }
  }

  it('keeps a match as long as its state allows, and while it is not in the history without limit', async () => {
    const { store } = await node({ retention: RETENTION })
    const header = newHeader()
    const keys = matchKeys(header.id)
    /** Of the match and its log, in ms; -1 for ever, -2 if there is none. */
    const left = (): Promise<number[]> => inRedis((redis) => Promise.all([redis.pttl(keys.match), redis.pttl(keys.log)]))
    const about = (ms: number): unknown => expect.toSatisfy((rest: number) => rest > ms - 900_000 && rest <= ms)

    await store.create(header)
    expect(await left()).toEqual([about(1_000_000), -2])
    expect(await inRedis((redis) => redis.pttl(codeKey(header.code)))).toEqual(about(1_060_000))
    await store.commit(joining(header.id))
    expect(await left()).toEqual([about(5_000_000), about(5_000_000)])
    expect(await inRedis((redis) => redis.exists(codeKey(header.code)))).toBe(0)
    await inRedis((redis) => Promise.all([redis.pexpire(keys.match, 60_000), redis.pexpire(keys.log, 60_000)]))
    await store.commit(acting(header.id, 1))
    expect(await left()).toEqual([about(5_000_000), about(5_000_000)])
    await store.commit(resigning(header.id, 2))
    expect(await left()).toEqual([-1, -1])
    await store.claimEnded(100, 1000)
    expect(await left()).toEqual([-1, -1])
    await store.settle(header.id)
    expect(await left()).toEqual([about(3_000_000), about(3_000_000)])
  })

  it('lets the keys of a match expire at the same moment', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const { match: hash, log } = matchKeys(match)
    const moments = await inRedis((redis) => Promise.all([redis.pexpiretime(hash), redis.pexpiretime(log)]))
    expect(moments[0]).toBe(moments[1])
  })

  it('forgets a match that nobody joined, and its code', async () => {
    const { store } = await node({ retention: { ...RETENTION, waitingMs: 300 } })
    const header = newHeader()
    await store.create(header)
    await expect.poll(() => store.load(header.id), PATIENTLY).toBeNull()
    expect(await store.findByCode(header.code)).toBeNull()
    expect(await store.commit(joining(header.id))).toEqual({ status: 'unknown' })
    expect(await store.entriesAfter(header.id, 0)).toBeNull()
  })

  it('forgets a match in which nothing happens any more', async () => {
    const { store } = await node({ retention: { ...RETENTION, playingMs: 300 } })
    const match = await aBegunMatch(store)
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('forgets a match some time after it came into the history', async () => {
    const { store } = await node({ retention: { ...RETENTION, endedMs: 300 } })
    const match = await aBegunMatch(store)
    await store.commit(resigning(match, 1))
    expect(await store.claimEnded(100, 1000)).toContain(match)
    await store.settle(match)
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('spreads matches over all shards', () => {
    const shards = new Set(Array.from({ length: 2000 }, () => shardOf(newHeader().id)))
    expect([...shards].sort((a, b) => a - b)).toEqual(SHARDS)
  })

  it('is asked once for each move', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1))
    const asked: string[] = []
    const monitor = await inRedis((redis) => redis.monitor())
    monitor.on('monitor', (_time: string, [command]: string[], source: string) => {
      if (source !== 'lua' && command !== 'ping') asked.push(command!)
    })
    for (let version = 2; version < 12; version += 1) await store.commit(acting(match, version, { actionId: newActionId() }))
    await store.load(match)
    await vi.waitFor(() => expect(asked.at(-1)).toBe('eval'), PATIENTLY)
    monitor.disconnect()
    expect(asked).toEqual([...Array<string>(10).fill('evalsha'), 'eval'])
  })

  it('may forget the scripts', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1))
    await inRedis((redis) => redis.script('FLUSH'))
    expect(await store.commit(acting(match, 2))).toMatchObject({ status: 'committed', version: 3 })
  })

  it('keeps the databases of a server apart', async () => {
    const [one, other] = [await node(), await node({ url: `${server().url}/3` })]
    const header = newHeader()
    await one.store.create(header)
    expect(await other.store.load(header.id)).toBeNull()
    expect(await other.store.create(header)).not.toBe(false)
    await one.store.follow(header.id)
    await other.store.commit(joining(header.id))
    await one.store.commit(joining(header.id))
    await one.store.commit(acting(header.id, 1))
    await expect.poll(() => one.heard.versions(header.id), PATIENTLY).toEqual([1, 2])
    expect(one.heard.interruptions).toBe(0)
  })

  it('keeps nothing of connections that are gone', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    const { connections, seats } = shardKeys(shardOf(match))
    await store.connect(match, 0, 'a', 60_000)
    await store.connect(match, 1, 'b', 50)
    await store.disconnect(match, 0, 'a')
    await expect.poll(() => store.present(match), PATIENTLY).toEqual([])
    expect(await inRedis((redis) => redis.exists(connections, seats))).toBe(0)
  })
})
