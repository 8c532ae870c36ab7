import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION } from '../../src/live/index.ts'
import { shardKeys, shardOf, shardPrefix } from '../../src/live/redis/keys.ts'
import { defineScripts } from '../../src/live/redis/scripts/index.ts'
import { STEP_LIMIT } from '../../src/live/redis/scripts/prelude.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { aBegunMatch, acting, aFollowedMatch, aMatch, commitNow, flagging } from './contract/harness.ts'
import { joining, newHeader, PATIENTLY } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

const HOUR = 3_600_000

describe('a heartbeat in a Redis cluster', () => {
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

describe('a heartbeat after an outage', () => {
  const { node, server, outage } = redisHarness({})
  const MATCHES = 250

  /** Matches of one shard, with deadlines. Each test uses a shard of its own. */
  async function matchesOf(shard: number, store: LiveStore): Promise<string[]> {
    const some: MatchHeader[] = []
    while (some.length < MATCHES) {
      const header = newHeader()
      if (shardOf(header.id) === shard) some.push(header)
    }
    await Promise.all(some.map((header) => store.create(header)))
    await Promise.all(some.map(({ id }) => store.commit(joining(id, { deadline: { after: HOUR } }))))
    return some.map(({ id }) => id)
  }

  /** What the server is asked about one shard, from now on. */
  async function watchScripts(shard: number): Promise<{ asked: () => number; stop: () => void }> {
    const redis = new Redis(server().url)
    const monitor = await redis.monitor()
    let asked = 0
    monitor.on('monitor', (_time: string, parts: string[], source: string) => {
      if (source !== 'lua' && parts[0]!.startsWith('eval') && parts[3] === shardPrefix(shard)) asked += 1
    })
    return {
      asked: () => asked,
      stop: () => {
        redis.disconnect()
        monitor.disconnect()
      },
    }
  }

  it('gives the time back in several short steps, and to each match once', async () => {
    const { store } = await node()
    const matches = await matchesOf(1, store)
    const { asked, stop } = await watchScripts(1)
    try {
      await outage(60_000)
      expect(await store.heartbeat(10)).toEqual([])
      await vi.waitFor(() => expect(asked()).toBeGreaterThanOrEqual(MATCHES / STEP_LIMIT), PATIENTLY)
    } finally {
      stop()
    }
    await store.heartbeat(10)
    for (const match of matches) {
      const { entries } = (await store.load(match))!
      expect(entries.map(({ body }) => body.type)).toEqual(['join', 'downtime'])
    }
  })

  it('gives it back before anything else is done to any of them, also when a commit comes first', async () => {
    const [one, other] = [await node(), await node()]
    const matches = await matchesOf(2, one.store)
    await outage(60_000)
    const commits = matches.map((match, index) => (index % 2 === 0 ? one : other).store.commit(acting(match, 1)))
    expect(await Promise.all(commits)).toEqual(matches.map(() => ({ status: 'stale', version: 2 })))
    const deadlines = await Promise.all(matches.map((match) => one.store.commit(flagging(match, 2))))
    expect(deadlines).toEqual(matches.map(() => ({ status: 'premature' })))
  })

  it('adds up outages, if another one comes before all matches have the time of the first', async () => {
    const { store } = await node()
    const matches = await matchesOf(3, store)
    const prefix = shardPrefix(3)
    await outage(60_000)
    const redis = new Redis(server().url)
    try {
      // One step, by a node that dies after it.
      await defineScripts(redis, { retention: DEFAULT_RETENTION, database: 0 }).heartbeatStep(prefix, 10)
      const given = await Promise.all(matches.map(async (match) => (await store.entriesAfter(match, 1))!.length))
      expect(given.filter((length) => length === 1)).toHaveLength(STEP_LIMIT)
      await outage(600_000)
      await store.heartbeat(10)
    } finally {
      redis.disconnect()
    }
    for (const match of matches) {
      const entries = (await store.entriesAfter(match, 1))!
      const ms = entries.reduce((sum, { body }) => sum + (body.type === 'downtime' ? body.ms : NaN), 0)
      expect(ms).toBeGreaterThanOrEqual(660_000)
      expect(ms).toBeLessThan(660_000 + HOUR)
      expect(await store.commit(flagging(match, 1 + entries.length))).toEqual({ status: 'premature' })
    }
  })
})

describe('the time of Redis', () => {
  const { node, onEach } = redisHarness({})

  it('stands still for the matches when its clock is set back', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    // As if the clock had said an hour more when something was published last.
    const later = Date.now() + HOUR
    await onEach((redis) => redis.set(shardKeys(shardOf(match)).time, later))
    for (let version = 1; version < 20; version += 1) await store.commit(acting(match, version))
    const times = (await store.load(match))!.entries.slice(1).map(({ at }) => at)
    expect(times).toEqual(times.map(() => later))
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(20)
    await store.commit(acting(match, 20, { deadline: { after: 1000 } }))
    expect(await store.heartbeat(100)).toEqual([])
    expect(await store.commit(flagging(match, 21))).toEqual({ status: 'premature' })
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
