import fc from 'fast-check'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { LOBBY_KEEPS, openEmbeddedLobby } from '../../../src/live/index.ts'
import type { LobbyStore } from '../../../src/live/index.ts'
import { aHeader, aPairing, aTable, CODE, LONG, newId, newPool, pairsOf, PATIENTLY, SHORT, waitingIn, within } from './harness.ts'
import { redisLobbyHarness } from './redis-harness.ts'

describe('a lobby in Redis', () => {
  const { node, server } = redisLobbyHarness({})

  async function inRedis<T>(ask: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(server().url)
    try {
      return await ask(redis)
    } finally {
      redis.disconnect()
    }
  }

  it('keeps nothing for ever but how many messages there were', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const header = (await store.propose(pairing.id, aHeader()))!
    await store.settle(pairing.id, header.id, true)
    const table = aTable()
    await store.reserveTable(table, 5)
    await store.openTable(table.match, CODE)
    await store.closeTable(table.match)
    await store.leave(await waitingIn(store, newPool()))
    const lost = await waitingIn(store, newPool(), 1500, SHORT)
    await expect.poll(async () => (await store.standing(lost)).ticket, PATIENTLY).toBeNull()
    const kept = await inRedis(async (redis) => {
      const keys = await redis.keys('*')
      return Promise.all(keys.map(async (key) => [key, await redis.pttl(key)] as const))
    })
    const last = (key: string): number =>
      key.includes(':opponent:') ? LOBBY_KEEPS.opponentMs
      : key.includes(':playing:') ? LOBBY_KEEPS.playingMs
      : key.includes(':found:') ? LOBBY_KEEPS.foundMs
      : key.includes(':waits:') ? LOBBY_KEEPS.waitsMs
      : 0
    expect(kept.length).toBe(8)
    for (const [key, ttl] of kept) {
      if (key === 'curia:{lobby}:published') expect(ttl).toBe(-1)
      else expect([key, ttl > last(key) - 60_000 && ttl <= last(key)]).toEqual([key, true])
    }
    await store.over(header.id, players)
    expect(await inRedis((redis) => redis.keys('*:playing:*'))).toEqual([])
    expect(await inRedis((redis) => redis.keys('*:found:*'))).toEqual([])
  })

  it('takes a pairing back whose match cannot be made, and tells both', async () => {
    const { store, heard } = await node()
    const { pairing, players } = await aPairing(store, 0)
    const old = JSON.stringify({ ...pairing, at: pairing.at - LOBBY_KEEPS.pairingMs })
    await inRedis((redis) => redis.hset('curia:{lobby}:pairings', pairing.id, old))
    expect(await store.claimPairings(10, LONG)).toEqual([])
    for (const player of players) {
      expect((await store.standing(player)).pairing).toBeNull()
      await expect.poll(() => heard.of(player), PATIENTLY).toEqual([`joined ${pairing.pool}`, `failed ${pairing.pool}`])
    }
  })

  it('pairs as the embedded one does', async () => {
    const { store } = await node()
    const embedded = openEmbeddedLobby()
    const ratings = fc.array(fc.oneof(fc.integer({ min: 1000, max: 1400 }), fc.double({ min: 1000, max: 1400, noNaN: true })), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(ratings, fc.integer({ min: 0, max: 200 }), async (ratings, window) => {
        const pool = newPool()
        // Who joins in the same ms is told apart by his id.
        const players = ratings.map((rating, index) => ({ player: { id: `${pool}.${1000 + index}`, name: 'Ada' }, rating }))
        const made = async (lobby: LobbyStore) => {
          for (const { player, rating } of players) await lobby.join(player, pool, rating, LONG, false)
          const pairings = await lobby.pair(pool, within(window), LONG)
          for (const { id } of pairings) await lobby.settle(id, newId(), false)
          return pairsOf(pairings)
        }
        expect(await made(store)).toEqual(await made(embedded))
      }),
      { numRuns: 100 },
    )
  })

  it('tells apart what was missed from what was not', async () => {
    const [one, other] = [await node(), await node()]
    const player = await waitingIn(one.store, newPool())
    await expect.poll(() => other.heard.of(player), PATIENTLY).toHaveLength(1)
    expect(other.heard.interruptions).toBe(1)
    await inRedis(async (redis) => {
      await redis.incr('curia:{lobby}:published')
      return redis.incr('curia:{lobby}:published')
    })
    await one.store.leave(player)
    await expect.poll(() => other.heard.of(player), PATIENTLY).toHaveLength(2)
    expect(other.heard.interruptions).toBe(2)
    // Nothing follows: it is noticed all the same.
    await inRedis((redis) => redis.incr('curia:{lobby}:published'))
    await expect.poll(() => other.heard.interruptions, PATIENTLY).toBe(3)
  })

  it('is unavailable while Redis does not answer, and goes on when it does', async () => {
    const { store, heard } = await node({ times: { answer: 300, reconnect: 100 } })
    const player = await waitingIn(store, newPool())
    const before = heard.interruptions
    await server().stop()
    try {
      await expect.poll(() => store.standing(player).then(() => '', (error: { code: string }) => error.code), PATIENTLY).toBe('unavailable')
      await expect(store.claimTables(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      await server().restart()
    }
    await expect.poll(() => store.standing(player).then(({ ticket }) => ticket, () => 'unavailable'), PATIENTLY).toBeNull()
    await expect.poll(() => heard.interruptions, PATIENTLY).toBeGreaterThan(before)
    const [again, pool] = [await waitingIn(store, newPool()), newPool()]
    expect((await store.standing(again)).ticket).not.toBeNull()
    expect(await store.crowds([pool])).toEqual([{ waiting: 0, waits: [] }])
    await expect.poll(() => heard.of(again), PATIENTLY).toHaveLength(1)
  })

  it('keeps the databases of a server apart', async () => {
    const [one, other] = [await node(), await node({ url: `${server().url}/3` })]
    const pool = newPool()
    const player = await waitingIn(one.store, pool)
    expect((await other.store.standing(player)).ticket).toBeNull()
    const marker = await waitingIn(other.store, pool)
    await expect.poll(() => other.heard.of(marker), PATIENTLY).toHaveLength(1)
    expect(other.heard.of(player)).toEqual([])
    expect(other.heard.interruptions).toBe(1)
  })
})
