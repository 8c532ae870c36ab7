import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import { startRedis } from '../support/redis.ts'
import type { RedisKind } from '../support/redis.ts'
import { aBegunMatch, acting, newActionId, PATIENTLY } from './contract/harness.ts'
import { askEverything, UNAVAILABLE } from './every-method.ts'
import { redisHarness } from './redis-harness.ts'

const IMPATIENT = { times: { answer: 1000, reconnect: 100 } }

describe.each<[string, RedisKind]>([
  ['one Redis', { aof: true }],
  ['a Redis cluster', { aof: true, cluster: true }],
])('%s', (_name, kind) => {
  const { node, server } = redisHarness(kind)

  it('that is stopped makes everything unavailable, and all goes on when it is back', async () => {
    const { store, heard } = await node(IMPATIENT)
    const match = await aBegunMatch(store)
    await store.follow(match)
    await server().stop()
    expect(await askEverything(store, match)).toEqual(UNAVAILABLE)
    await store.unfollow(match)
    await server().restart()
    await expect.poll(() => store.ping().then(() => true, () => false), PATIENTLY).toBe(true)
    await expect.poll(() => store.follow(match).then(() => true, () => false), PATIENTLY).toBe(true)
    expect(await store.commit(acting(match, 1))).toMatchObject({ status: 'committed', version: 2 })
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(2)
  })

  it('keeps what it acknowledged through a kill -9', async () => {
    const { store } = await node(IMPATIENT)
    const match = await aBegunMatch(store)
    const command = acting(match, 1, { actionId: newActionId() })
    const answer = await store.commit(command)
    await server().kill9()
    await server().restart()
    await expect.poll(() => store.load(match).then((record) => record?.entries.length, () => null), PATIENTLY).toBe(2)
    expect(await store.commit(command)).toEqual({ status: 'stale', version: 2 })
    const at = 'at' in answer && answer.at
    expect(await store.entriesAfter(match, 1)).toEqual([{ version: 2, at, actionId: command.actionId, body: command.body }])
  })

  it('tells its listeners of an interruption once it can be heard again', async () => {
    const [one, other] = [await node(IMPATIENT), await node(IMPATIENT)]
    const match = await aBegunMatch(one.store)
    await one.store.follow(match)
    await server().stop()
    await server().restart()
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBeGreaterThan(0)
    await expect.poll(() => other.store.commit(acting(match, 1)).then(({ status }) => status, () => null), PATIENTLY).toBe('committed')
    await expect.poll(() => one.heard.versions(match).at(-1), PATIENTLY).toBe(2)
  })

  it('that is there but does not answer makes everything unavailable, and all goes on when it does', async () => {
    const { store } = await node(IMPATIENT)
    const match = await aBegunMatch(store)
    server().freeze()
    try {
      expect(await askEverything(store, match)).toEqual(UNAVAILABLE)
    } finally {
      server().thaw()
    }
    await expect.poll(() => store.ping().then(() => true, () => false), PATIENTLY).toBe(true)
    await expect.poll(() => store.load(match).then((record) => record?.header.id, () => null), PATIENTLY).toBe(match)
  })

  it('that is silent for long is given up, and connected to again when it answers', async () => {
    const { store } = await node(IMPATIENT)
    const match = await aBegunMatch(store)
    server().freeze()
    try {
      for (let times = 0; times < 4; times += 1) await expect(store.commit(acting(match, 1))).rejects.toThrow()
    } finally {
      server().thaw()
    }
    await expect.poll(() => store.ping().then(() => true, () => false), PATIENTLY).toBe(true)
    // The first may have been done all the same; none of the others fits the version after it.
    expect((await store.load(match))!.entries.length).toBeLessThanOrEqual(2)
  })

  it('need not be there when a store is opened', async () => {
    await server().stop()
    const { store } = await node(IMPATIENT)
    try {
      expect(await askEverything(store, 'match')).toEqual(UNAVAILABLE)
    } finally {
      await server().restart()
    }
    await expect.poll(() => store.ping().then(() => true, () => false), PATIENTLY).toBe(true)
    await expect.poll(() => aBegunMatch(store).catch(() => null), PATIENTLY).not.toBeNull()
  })

  it('is not asked any more by a store that is closed', async () => {
    const store = openRedisStore({ url: server().url, retention: DEFAULT_RETENTION })
    await store.ping()
    await store.close()
    await store.close()
    expect(await askEverything(store, 'match')).toEqual(UNAVAILABLE)
  })
})

it('can close a store that never had an answer', async () => {
  const server = await startRedis()
  await server.destroy()
  for (const url of [server.url, server.url.replace('redis:', 'redis+cluster:')]) {
    await openRedisStore({ url, retention: DEFAULT_RETENTION }).close()
  }
})
