import { describe, expect, it, vi } from 'vitest'
import type { Commit, LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import type { Entry } from '../../src/record/index.ts'
import type { RedisKind } from '../support/redis.ts'
import { startRedis } from '../support/redis.ts'
import type { Node } from './contract/harness.ts'
import { aBegunMatch, acting, commitNow, newActionId, PATIENTLY } from './contract/harness.ts'
import { askEverything, UNAVAILABLE } from './every-method.ts'
import { redisHarness } from './redis-harness.ts'

const IMPATIENT = { times: { answer: 1000, reconnect: 100 } }

/**
 * Asks until there is an answer. On a loaded machine, or just after an outage, Redis may not answer an impatient store
 * in time.
 */
const atLast = <T>(question: () => Promise<T>): Promise<T> => vi.waitFor(question, PATIENTLY)

/** Commits until there is an answer. An earlier attempt may have succeeded: the entry then has the same `actionId`. */
async function commitAtLast(store: LiveStore, command: Commit): Promise<Entry> {
  return atLast(async () => {
    await store.commit(command)
    const entries = (await store.entriesAfter(command.match, command.version)) ?? []
    expect(entries[0]).toMatchObject({ actionId: command.actionId, body: command.body })
    return entries[0]!
  })
}

/**
 * After an outage an entry is heard, or followed by an interruption, after which a node reads the log: the servers of a
 * cluster stop and start one by one, so that there may be more than one interruption. In the end entries are heard
 * again.
 */
async function expectToHear({ heard }: Node, match: string, store: LiveStore): Promise<void> {
  const { interruptions } = heard
  await commitAtLast(store, acting(match, 1, { actionId: newActionId() }))
  const notified = (): boolean => heard.versions(match).includes(2) || heard.interruptions > interruptions
  await expect.poll(notified, PATIENTLY).toBe(true)

  const before = heard.versions(match).length
  const commit = async (): Promise<number> => {
    await commitNow(store, match, (version) => acting(match, version)).catch(() => null)
    return heard.versions(match).length
  }
  await expect.poll(commit, PATIENTLY).toBeGreaterThan(before)
}

describe.each<[string, RedisKind]>([
  ['one Redis', { aof: true }],
  ['a Redis cluster', { aof: true, cluster: true }],
])('%s', (_name, kind) => {
  const { node, server } = redisHarness(kind)

  it('that is stopped makes everything unavailable, and everything works again when it is back', async () => {
    const one = await node(IMPATIENT)
    const { store } = one
    const match = await atLast(() => aBegunMatch(store))
    await atLast(() => store.follow(match))
    await server().stop()
    expect(await askEverything(store, match)).toEqual(UNAVAILABLE)
    await store.unfollow(match)
    await server().restart()
    await atLast(() => store.ping())
    await atLast(() => store.follow(match))
    await expectToHear(one, match, store)
  })

  it('has everything that it acknowledged after a kill -9', async () => {
    const { store } = await node(IMPATIENT)
    const match = await atLast(() => aBegunMatch(store))
    const command = acting(match, 1, { actionId: newActionId() })
    const entry = await commitAtLast(store, command)
    await server().kill9()
    await server().restart()
    expect((await atLast(() => store.load(match)))!.entries).toHaveLength(2)
    expect(await atLast(() => store.commit(command))).toEqual({ status: 'stale', version: 2 })
    expect(await atLast(() => store.entriesAfter(match, 1))).toEqual([entry])
  })

  it('notifies its subscribers of an interruption once its news can be received again', async () => {
    const [one, other] = [await node(IMPATIENT), await node(IMPATIENT)]
    const match = await atLast(() => aBegunMatch(one.store))
    await atLast(() => one.store.follow(match))
    await server().stop()
    await server().restart()
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBeGreaterThan(0)
    await expectToHear(one, match, other.store)
  })

  it('that runs but does not answer makes everything unavailable, until it answers', async () => {
    const { store } = await node(IMPATIENT)
    const match = await atLast(() => aBegunMatch(store))
    server().freeze()
    try {
      expect(await askEverything(store, match)).toEqual(UNAVAILABLE)
    } finally {
      server().thaw()
    }
    await atLast(() => store.ping())
    expect((await atLast(() => store.load(match)))!.header.id).toBe(match)
  })

  it('that is silent for too long is disconnected, and connected again when it answers', async () => {
    const { store } = await node(IMPATIENT)
    const match = await atLast(() => aBegunMatch(store))
    server().freeze()
    try {
      for (let times = 0; times < 4; times += 1) await expect(store.commit(acting(match, 1))).rejects.toThrow()
    } finally {
      server().thaw()
    }
    await atLast(() => store.ping())
    // The first may have been done all the same; none of the others fits the version after it.
    expect((await atLast(() => store.load(match)))!.entries.length).toBeLessThanOrEqual(2)
  })

  it('need not run when a store is opened', async () => {
    await server().stop()
    const { store } = await node(IMPATIENT)
    try {
      expect(await askEverything(store, 'match')).toEqual(UNAVAILABLE)
    } finally {
      await server().restart()
    }
    await atLast(() => store.ping())
    await atLast(() => aBegunMatch(store))
  })

  it('no longer receives commands from a store that is closed', async () => {
    const store = openRedisStore({ url: server().url, retention: DEFAULT_RETENTION })
    await atLast(() => store.ping())
    await store.close()
    await store.close()
    expect(await askEverything(store, 'match')).toEqual(UNAVAILABLE)
  })
})

it('a store that never had an answer can be closed', async () => {
  const server = await startRedis()
  await server.destroy()
  for (const url of [server.url, server.url.replace('redis:', 'redis+cluster:')]) {
    await openRedisStore({ url, retention: DEFAULT_RETENTION }).close()
  }
})
