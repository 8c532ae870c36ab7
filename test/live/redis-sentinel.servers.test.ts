import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisLobby, openRedisStore } from '../../src/live/index.ts'
import type { SentinelServers } from '../support/redis-sentinel.ts'
import { startSentinel } from '../support/redis-sentinel.ts'
import { aBegunMatch, acting, aFollowedMatch, Heard, PATIENTLY } from './contract/harness.ts'

describe('a Redis that sentinels know by a name', () => {
  let servers: SentinelServers
  const open: { close: () => Promise<void> }[] = []
  beforeAll(async () => {
    servers = await startSentinel()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((store) => store.close()))
  })
  afterAll(() => servers.destroy())

  function aNode(): { store: LiveStore; heard: Heard } {
    const times = { reconnect: 100, poll: 500 }
    const store = openRedisStore({ url: servers.url, retention: DEFAULT_RETENTION, times })
    const heard = new Heard()
    store.subscribe(heard)
    open.push(store)
    return { store, heard }
  }

  it('is used where it is, in the database of the address', async () => {
    const { store, heard } = aNode()
    await store.ping()
    const match = await aFollowedMatch(store)
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1])
    expect(await servers.master((redis) => redis.keys(`*${match}*`))).not.toEqual([])
    expect(heard.interruptions).toBe(0)
  })

  it('is followed to another server when that takes over, with its news', async () => {
    const [one, other] = [aNode(), aNode()]
    const match = await aFollowedMatch(one.store)
    await expect.poll(() => one.heard.versions(match), PATIENTLY).toEqual([1])
    // The server that takes over has everything: a write that it has comes after all others.
    const copies = servers.master(async (redis) => {
      await redis.set('a-last-write', '')
      return redis.wait(1, 60_000)
    })
    expect(await copies).toBe(1)
    await servers.failOver()
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBeGreaterThan(0)
    const committed = (): Promise<string> =>
      other.store.commit(acting(match, 1)).then(
        ({ status }) => status,
        () => 'failed',
      )
    // A commit that failed may have been made all the same, and is stale when it is repeated.
    await expect.poll(committed, PATIENTLY).toMatch(/committed|stale/)
    const known = async (): Promise<boolean> => {
      if (one.heard.versions(match).includes(2)) return true
      return one.heard.interruptions > 1 && (await one.store.entriesAfter(match, 1))!.length === 1
    }
    await expect.poll(known, PATIENTLY).toBe(true)
    expect(await servers.master((redis) => redis.keys(`*${match}*`))).not.toEqual([])
  })

  it('answers with the smaller version, and news is interrupted, if the new server lacks entries', async () => {
    const [one, other] = [aNode(), aNode()]
    const match = await aFollowedMatch(one.store)
    await expect.poll(() => servers.replica((redis) => redis.keys(`*${match}*`)), PATIENTLY).not.toEqual([])
    // From now on nothing is replicated.
    await servers.replica((redis) => redis.call('REPLICAOF', '127.0.0.1', 1))
    for (const version of [1, 2]) {
      expect(await other.store.commit(acting(match, version))).toMatchObject({ status: 'committed' })
    }
    await expect.poll(() => one.heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
    await servers.failOver()
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBeGreaterThan(0)
    const answer = (): Promise<unknown> => other.store.commit(acting(match, 3)).catch(() => null)
    await expect.poll(answer, PATIENTLY).toEqual({ status: 'stale', version: 1 })
    expect(await other.store.commit(acting(match, 1))).toMatchObject({ status: 'committed', version: 2 })
  })

  it('has the lobby, too', async () => {
    const lobby = openRedisLobby({ url: servers.url })
    open.push(lobby)
    expect(await lobby.tables.list(10)).toEqual([])
    const { store } = aNode()
    expect(await store.load(await aBegunMatch(store))).not.toBeNull()
  })
})
