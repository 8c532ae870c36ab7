import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { LobbyStores } from '../../../src/live/index.ts'
import { LOBBY_RETENTION, MOST_SHOWN, openEmbeddedLobby } from '../../../src/live/index.ts'
import { withRedis } from '../../support/redis.ts'
import { aChallenge } from './challenges.ts'
import {
  aHeader,
  aPairing,
  aTable,
  CODE,
  complete,
  LONG,
  newPool,
  pairIn,
  pairsOf,
  PATIENTLY,
  SHORT,
  waitingIn,
  within,
} from './harness.ts'
import { redisLobbyHarness } from './redis-harness.ts'
import { aShownMatch } from './shown.ts'

describe('a lobby in Redis', () => {
  const { node, server } = redisLobbyHarness({})

  const inRedis = <T>(ask: (redis: Redis) => Promise<T>): Promise<T> => withRedis(server().url, ask)

  it('keeps nothing for ever but the number of published messages', async () => {
    const { queue, pairings, tables, challenges, shown, ladder } = await node()
    const { pairing, players } = await aPairing({ queue, pairings })
    const header = (await pairings.propose(pairing.id, aHeader()))!
    await pairings.complete(pairing.id, header.id, true)
    const table = aTable()
    await tables.reserve(table, 5)
    await tables.open(table.match, CODE)
    await tables.close(table.match)
    const watched = aShownMatch('base', [1500, 1600])
    await shown.show(watched)
    await shown.hide(watched.match)
    await ladder.add(watched.match)
    for (const reason of ['declined', 'accepted'] as const) {
      const challenge = aChallenge()
      await challenges.open(challenge, LONG, { sent: 1, received: 1 }, 'a-command')
      if (reason === 'accepted') await challenges.propose(challenge.id, aHeader())
      await challenges.close(challenge.id, reason, ...(reason === 'accepted' ? [header.id] : []))
    }
    await queue.leave(await waitingIn(queue, newPool()))
    const lost = await waitingIn(queue, newPool(), 1500, SHORT)
    await expect.poll(async () => (await queue.status(lost)).ticket, PATIENTLY).toBeNull()
    const kept = await inRedis(async (redis) => {
      const keys = await redis.keys('*')
      return Promise.all(keys.map(async (key) => [key, await redis.pttl(key)] as const))
    })
    const last = (key: string): number =>
      key.includes(':opponents:')
        ? LOBBY_RETENTION.opponentsMs
        : key.includes(':playing:')
          ? LOBBY_RETENTION.playingMs
          : key.includes(':found:')
            ? LOBBY_RETENTION.foundMs
            : key.includes(':waits:')
              ? LOBBY_RETENTION.waitsMs
              : /:(sent-by|accepted):/.test(key)
                ? LOBBY_RETENTION.challengeMs
                : key.endsWith(':ladder')
                  ? LOBBY_RETENTION.ladderMs
                  : 0
    expect(kept.length).toBe(12)
    for (const [key, ttl] of kept) {
      if (key === 'curia:{lobby}:published') expect(ttl).toBe(-1)
      else expect([key, ttl > last(key) - 60_000 && ttl <= last(key)]).toEqual([key, true])
    }
    await queue.matchEnded(header.id, players)
    expect(await inRedis((redis) => redis.keys('*:playing:*'))).toEqual([])
    expect(await inRedis((redis) => redis.keys('*:found:*'))).toEqual([])
  })

  it('shows no more matches than its bound, the last ones', async () => {
    const { shown } = await node()
    const matches = Array.from({ length: MOST_SHOWN + 3 }, () => aShownMatch('base', [1500, 1600]))
    for (const match of matches) await shown.show(match)
    const listed = await shown.list({ order: 'rating', kind: 'base', clock: 'blitz', limit: 2 * MOST_SHOWN })
    expect(listed.map(({ match }) => match.match)).toEqual(
      matches
        .slice(3)
        .map(({ match }) => match)
        .reverse(),
    )
    expect(await inRedis((redis) => redis.hlen('curia:{lobby}:shown'))).toBe(MOST_SHOWN)
    expect(await inRedis((redis) => redis.zcard('curia:{lobby}:shownChecks'))).toBe(MOST_SHOWN)
    for (const { match } of matches) await shown.hide(match)
    expect(await inRedis((redis) => redis.keys('*shown*'))).toEqual([])
  })

  it('removes a pairing whose match cannot be created, and notifies both players', async () => {
    const { queue, pairings, recorder } = await node()
    const { pairing, players } = await aPairing({ queue, pairings }, 0)
    const old = JSON.stringify({ ...pairing, at: pairing.at - LOBBY_RETENTION.pairingMs })
    await inRedis((redis) => redis.hset('curia:{lobby}:pairings', pairing.id, old))
    expect(await pairings.claim(10, LONG)).toEqual([])
    for (const player of players) {
      expect((await queue.status(player)).pairing).toBeNull()
      const expected = [`joined ${pairing.pool}`, `failed ${pairing.pool}`]
      await expect.poll(() => recorder.of(player), PATIENTLY).toEqual(expected)
    }
  })

  it('creates the same pairings as the embedded store', async () => {
    const [stores, embedded] = [await node(), openEmbeddedLobby()]
    const ratingArb = fc.oneof(fc.integer({ min: 1000, max: 1400 }), fc.double({ min: 1000, max: 1400, noNaN: true }))
    const ratingsArb = fc.array(ratingArb, { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(ratingsArb, fc.integer({ min: 0, max: 200 }), async (ratings, window) => {
        const pool = newPool()
        // Redis orders the players who join in the same ms by their ids.
        const players = ratings.map((rating, index) => ({
          player: { id: `${pool}.${1000 + index}`, name: 'Ada' },
          rating,
        }))
        const pairsIn = async ({ queue, pairings }: LobbyStores) => {
          for (const { player, rating } of players) await queue.join({ player, pool, rating }, LONG, false)
          const created = await pairIn(pairings, pool, within(window))
          await complete(pairings, created)
          return pairsOf(created)
        }
        expect(await pairsIn(stores)).toEqual(await pairsIn(embedded))
      }),
    )
  })

  it('reads and pairs a large pool in many short scripts', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 2_000 }, (_, index) => waitingIn(queue, pool, index)))
    await inRedis((redis) => redis.config('RESETSTAT'))
    const created = await pairIn(pairings, pool)
    expect(created).toHaveLength(players.length / 2)
    // Each script reads at most 200 tickets or creates at most 25 pairings.
    const stats = await inRedis((redis) => redis.info('commandstats'))
    const scripts = [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].map(([, count]) => Number(count))
    expect(scripts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(10 + 40)
    await Promise.all(created.map((pairing) => complete(pairings, [pairing])))
  })

  it('treats a ticket that has expired as gone, even before it is removed', async () => {
    const { queue, pairings, recorder } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1_000 }, () => waitingIn(queue, pool)))
    const { candidates } = await pairings.waiting(pool, players.length)
    const tickets = new Map(candidates.map(({ ticket }) => [ticket.player.id, ticket]))
    // All tickets expire at once, in this order. A script removes a portion of them, the first ones.
    const deadlines = players.flatMap((player, index) => [index, player])
    await inRedis((redis) => redis.zadd('curia:{lobby}:deadlines', ...deadlines))
    const last = players.slice(-6).reverse()
    const [asked, one, other, renewed, leaving, began] = last as [string, string, string, string, string, string]
    expect((await queue.status(asked)).ticket).toBeNull()
    expect(await pairings.create(pool, [[tickets.get(one)!, tickets.get(other)!]], LONG)).toEqual([])
    expect(await queue.renew([renewed], LONG)).toEqual([renewed])
    expect(await queue.leave(leaving)).toBeNull()
    await queue.matchBegan('match', [began])
    expect((await queue.stats([pool]))[0]!.waiting).toBeGreaterThan(0)
    await expect.poll(async () => (await queue.stats([pool]))[0]!.waiting, PATIENTLY).toBe(0)
    for (const player of players) {
      await expect.poll(() => recorder.of(player), PATIENTLY).toEqual([`joined ${pool}`, `gone ${pool}`])
    }
  })

  it('distinguishes news that a node has missed', async () => {
    const [one, other] = [await node(), await node()]
    const player = await waitingIn(one.queue, newPool())
    await expect.poll(() => other.recorder.of(player), PATIENTLY).toHaveLength(1)
    expect(other.recorder.interruptions).toBe(1)
    await inRedis(async (redis) => {
      await redis.incr('curia:{lobby}:published')
      return redis.incr('curia:{lobby}:published')
    })
    await one.queue.leave(player)
    await expect.poll(() => other.recorder.of(player), PATIENTLY).toHaveLength(2)
    expect(other.recorder.interruptions).toBe(2)
    // Nothing follows: the node notices it all the same.
    await inRedis((redis) => redis.incr('curia:{lobby}:published'))
    await expect.poll(() => other.recorder.interruptions, PATIENTLY).toBe(3)
  })

  it('is unavailable while Redis does not answer, and works again when it does', async () => {
    const { queue, tables, recorder } = await node({ times: { answer: 300, reconnect: 100 } })
    const player = await waitingIn(queue, newPool())
    const before = recorder.interruptions
    const failure = (): Promise<string> =>
      queue.status(player).then(
        () => '',
        (error: { code: string }) => error.code,
      )
    await server().stop()
    try {
      await expect.poll(failure, PATIENTLY).toBe('unavailable')
      await expect(tables.claim(1, 1)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      await server().restart()
    }
    await expect.poll(failure, PATIENTLY).toBe('')
    expect((await queue.status(player)).ticket).toBeNull()
    await expect.poll(() => recorder.interruptions, PATIENTLY).toBeGreaterThan(before)
    const [again, pool] = [await waitingIn(queue, newPool()), newPool()]
    expect((await queue.status(again)).ticket).not.toBeNull()
    expect(await queue.stats([pool])).toEqual([{ waiting: 0, waits: [] }])
    await expect.poll(() => recorder.of(again), PATIENTLY).toHaveLength(1)
  })

  it('separates the databases of a server', async () => {
    const [one, other] = [await node(), await node({ url: `${server().url}/3` })]
    const pool = newPool()
    const player = await waitingIn(one.queue, pool)
    expect((await other.queue.status(player)).ticket).toBeNull()
    const marker = await waitingIn(other.queue, pool)
    await expect.poll(() => other.recorder.of(marker), PATIENTLY).toHaveLength(1)
    expect(other.recorder.of(player)).toEqual([])
    expect(other.recorder.interruptions).toBe(1)
  })
})
