import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { LOBBY_RETENTION, MOST_SHOWN, openEmbeddedLobby } from '../../../src/live/index.ts'
import type { LobbyStore } from '../../../src/live/index.ts'
import { withRedis } from '../../support/redis.ts'
import { aChallenge } from './challenges.ts'
import {
  aHeader, aPairing, aTable, CODE, complete, LONG, newPool, pairIn, pairsOf, PATIENTLY, SHORT, waitingIn, within,
} from './harness.ts'
import { redisLobbyHarness } from './redis-harness.ts'
import { aShownMatch } from './shown.ts'

describe('a lobby in Redis', () => {
  const { node, server } = redisLobbyHarness({})

  const inRedis = <T>(ask: (redis: Redis) => Promise<T>): Promise<T> => withRedis(server().url, ask)

  it('keeps nothing for ever but the number of published messages', async () => {
    const { store } = await node()
    const { pairing, players } = await aPairing(store)
    const header = (await store.proposeMatch(pairing.id, aHeader()))!
    await store.completePairing(pairing.id, header.id, true)
    const table = aTable()
    await store.reserveTable(table, 5)
    await store.openTable(table.match, CODE)
    await store.closeTable(table.match)
    const shown = aShownMatch('base', [1500, 1600])
    await store.showMatch(shown)
    await store.hideMatch(shown.match)
    for (const reason of ['declined', 'accepted'] as const) {
      const challenge = aChallenge()
      await store.openChallenge(challenge, LONG, { sent: 1, received: 1 }, 'a-command')
      if (reason === 'accepted') await store.proposeChallengeMatch(challenge.id, aHeader())
      await store.closeChallenge(challenge.id, reason, ...(reason === 'accepted' ? [header.id] : []))
    }
    await store.leave(await waitingIn(store, newPool()))
    const lost = await waitingIn(store, newPool(), 1500, SHORT)
    await expect.poll(async () => (await store.playerStatus(lost)).ticket, PATIENTLY).toBeNull()
    const kept = await inRedis(async (redis) => {
      const keys = await redis.keys('*')
      return Promise.all(keys.map(async (key) => [key, await redis.pttl(key)] as const))
    })
    const last = (key: string): number =>
      key.includes(':opponent:') ? LOBBY_RETENTION.opponentMs
      : key.includes(':playing:') ? LOBBY_RETENTION.playingMs
      : key.includes(':found:') ? LOBBY_RETENTION.foundMs
      : key.includes(':waits:') ? LOBBY_RETENTION.waitsMs
      : /:(sent-by|accepted):/.test(key) ? LOBBY_RETENTION.challengeMs
      : 0
    expect(kept.length).toBe(11)
    for (const [key, ttl] of kept) {
      if (key === 'curia:{lobby}:published') expect(ttl).toBe(-1)
      else expect([key, ttl > last(key) - 60_000 && ttl <= last(key)]).toEqual([key, true])
    }
    await store.matchEnded(header.id, players)
    expect(await inRedis((redis) => redis.keys('*:playing:*'))).toEqual([])
    expect(await inRedis((redis) => redis.keys('*:found:*'))).toEqual([])
  })

  it('shows no more matches than its bound, the last ones', async () => {
    const { store } = await node()
    const matches = Array.from({ length: MOST_SHOWN + 3 }, () => aShownMatch('base', [1500, 1600]))
    for (const match of matches) await store.showMatch(match)
    const listed = await store.listShown({ order: 'rating', kind: 'base', clock: 'blitz', limit: 2 * MOST_SHOWN })
    expect(listed.map(({ match }) => match.match)).toEqual(matches.slice(3).map(({ match }) => match).reverse())
    expect(await inRedis((redis) => redis.hlen('curia:{lobby}:shown'))).toBe(MOST_SHOWN)
    expect(await inRedis((redis) => redis.zcard('curia:{lobby}:shownChecks'))).toBe(MOST_SHOWN)
    for (const { match } of matches) await store.hideMatch(match)
    expect(await inRedis((redis) => redis.keys('*shown*'))).toEqual([])
  })

  it('removes a pairing whose match cannot be created, and notifies both players', async () => {
    const { store, recorder } = await node()
    const { pairing, players } = await aPairing(store, 0)
    const old = JSON.stringify({ ...pairing, at: pairing.at - LOBBY_RETENTION.pairingMs })
    await inRedis((redis) => redis.hset('curia:{lobby}:pairings', pairing.id, old))
    expect(await store.claimPairings(10, LONG)).toEqual([])
    for (const player of players) {
      expect((await store.playerStatus(player)).pairing).toBeNull()
      const expected = [`joined ${pairing.pool}`, `failed ${pairing.pool}`]
      await expect.poll(() => recorder.of(player), PATIENTLY).toEqual(expected)
    }
  })

  it('creates the same pairings as the embedded store', async () => {
    const { store } = await node()
    const embedded = openEmbeddedLobby()
    const ratingArb = fc.oneof(fc.integer({ min: 1000, max: 1400 }), fc.double({ min: 1000, max: 1400, noNaN: true }))
    const ratingsArb = fc.array(ratingArb, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(ratingsArb, fc.integer({ min: 0, max: 200 }), async (ratings, window) => {
        const pool = newPool()
        // Redis orders the players who join in the same ms by their ids.
        const players = ratings.map((rating, index) => ({
          player: { id: `${pool}.${1000 + index}`, name: 'Ada' }, rating,
        }))
        const created = async (lobby: LobbyStore) => {
          for (const { player, rating } of players) await lobby.join(player, pool, rating, LONG, false)
          const pairings = await pairIn(lobby, pool, within(window))
          await complete(lobby, pairings)
          return pairsOf(pairings)
        }
        expect(await created(store)).toEqual(await created(embedded))
      }),
      { numRuns: 100 },
    )
  })

  it('reads and pairs a large pool in many short scripts', async () => {
    const { store } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 2_000 }, (_, index) => waitingIn(store, pool, index)))
    await inRedis((redis) => redis.config('RESETSTAT'))
    const created = await pairIn(store, pool)
    expect(created).toHaveLength(players.length / 2)
    // Each script reads at most 200 tickets or creates at most 25 pairings.
    const stats = await inRedis((redis) => redis.info('commandstats'))
    const scripts = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].map(([, count]) => Number(count))
    expect(scripts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(10 + 40)
    await Promise.all(created.map((pairing) => complete(store, [pairing])))
  })

  it('treats a ticket that has expired as gone, even before it is removed', async () => {
    const { store, recorder } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1_000 }, () => waitingIn(store, pool)))
    const { candidates } = await store.listWaiting(pool, players.length)
    const tickets = new Map(candidates.map(({ ticket }) => [ticket.player.id, ticket]))
    // All tickets expire at once, in this order. A script removes a portion of them, the first ones.
    const deadlines = players.flatMap((player, index) => [index, player])
    await inRedis((redis) => redis.zadd('curia:{lobby}:deadlines', ...deadlines))
    const last = players.slice(-6).reverse()
    const [asked, one, other, renewed, leaving, began] = last as [string, string, string, string, string, string]
    expect((await store.playerStatus(asked)).ticket).toBeNull()
    expect(await store.createPairings(pool, [[tickets.get(one)!, tickets.get(other)!]], LONG)).toEqual([])
    expect(await store.renewTickets([renewed], LONG)).toEqual([renewed])
    expect(await store.leave(leaving)).toBeNull()
    await store.matchBegan('match', [began])
    expect((await store.poolStats([pool]))[0]!.waiting).toBeGreaterThan(0)
    await expect.poll(async () => (await store.poolStats([pool]))[0]!.waiting, PATIENTLY).toBe(0)
    for (const player of players) {
      await expect.poll(() => recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `gone ${pool}`])
    }
  })

  it('distinguishes news that a node has missed', async () => {
    const [one, other] = [await node(), await node()]
    const player = await waitingIn(one.store, newPool())
    await expect.poll(() => other.recorder.of(player), PATIENTLY).toHaveLength(1)
    expect(other.recorder.interruptions).toBe(1)
    await inRedis(async (redis) => {
      await redis.incr('curia:{lobby}:published')
      return redis.incr('curia:{lobby}:published')
    })
    await one.store.leave(player)
    await expect.poll(() => other.recorder.of(player), PATIENTLY).toHaveLength(2)
    expect(other.recorder.interruptions).toBe(2)
    // Nothing follows: the node notices it all the same.
    await inRedis((redis) => redis.incr('curia:{lobby}:published'))
    await expect.poll(() => other.recorder.interruptions, PATIENTLY).toBe(3)
  })

  it('is unavailable while Redis does not answer, and works again when it does', async () => {
    const { store, recorder } = await node({ times: { answer: 300, reconnect: 100 } })
    const player = await waitingIn(store, newPool())
    const before = recorder.interruptions
    const failure = (): Promise<string> =>
      store.playerStatus(player).then(() => '', (error: { code: string }) => error.code)
    await server().stop()
    try {
      await expect.poll(failure, PATIENTLY).toBe('unavailable')
      await expect(store.claimTables(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      await server().restart()
    }
    await expect.poll(failure, PATIENTLY).toBe('')
    expect((await store.playerStatus(player)).ticket).toBeNull()
    await expect.poll(() => recorder.interruptions, PATIENTLY).toBeGreaterThan(before)
    const [again, pool] = [await waitingIn(store, newPool()), newPool()]
    expect((await store.playerStatus(again)).ticket).not.toBeNull()
    expect(await store.poolStats([pool])).toEqual([{ waiting: 0, waits: [] }])
    await expect.poll(() => recorder.of(again), PATIENTLY).toHaveLength(1)
  })

  it('separates the databases of a server', async () => {
    const [one, other] = [await node(), await node({ url: `${server().url}/3` })]
    const pool = newPool()
    const player = await waitingIn(one.store, pool)
    expect((await other.store.playerStatus(player)).ticket).toBeNull()
    const marker = await waitingIn(other.store, pool)
    await expect.poll(() => other.recorder.of(marker), PATIENTLY).toHaveLength(1)
    expect(other.recorder.of(player)).toEqual([])
    expect(other.recorder.interruptions).toBe(1)
  })
})
