import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { matchKeys } from '../../src/live/redis/keys.ts'
import type { RedisKind } from '../support/redis.ts'
import { aBegunMatch, acting, aFollowedMatch, PATIENTLY } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

/** A node that does not poll: a late message is not taken for a lost one. */
const NEVER = { times: { poll: 3_600_000 } }

/** As if a message about a match had been published that nobody received. */
const loseMessage = (redis: Redis, match: string): Promise<number> =>
  redis.hincrby(matchKeys(match).match, 'published', 1)

describe.each<[string, RedisKind]>([
  ['one Redis', {}],
  ['a Redis cluster', { cluster: true }],
])('an interruption of what is published by %s', (_name, kind) => {
  const { node, onEach } = redisHarness(kind)

  it('is reported after the connection was cut, and all later news is received', async () => {
    const [one, other] = [await node(NEVER), await node()]
    const match = await aFollowedMatch(one.store)
    await one.store.commit(acting(match, 1))
    await expect.poll(() => one.heard.versions(match), PATIENTLY).toEqual([1, 2])

    await onEach((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'))
    await other.store.commit(acting(match, 2))
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBe(1)
    expect(await one.store.entriesAfter(match, 2)).toHaveLength(1)

    await other.store.commit(acting(match, 3))
    await expect.poll(() => one.heard.versions(match).at(-1), PATIENTLY).toBe(4)
    expect(one.heard.interruptions).toBe(1)
  })

  it('can happen again and again, and the news of every followed match is received', async () => {
    const [one, other] = [await node({ times: { reconnect: 50 } }), await node()]
    const matches = await Promise.all(Array.from({ length: 20 }, () => aBegunMatch(other.store)))
    for (const [index, match] of matches.entries()) {
      if (index % 5 === 0) await onEach((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'))
      await expect
        .poll(
          () =>
            one.store.follow(match).then(
              () => true,
              () => false,
            ),
          PATIENTLY,
        )
        .toBe(true)
    }
    await expect.poll(() => one.heard.interruptions, PATIENTLY).toBeGreaterThan(0)
    await Promise.all(matches.map((match) => other.store.commit(acting(match, 1))))
    const known = async (match: string): Promise<boolean> =>
      one.heard.versions(match).includes(2) || (await one.store.entriesAfter(match, 1))!.length === 1
    for (const match of matches) expect(await known(match)).toBe(true)
    await Promise.all(matches.map((match) => other.store.commit(acting(match, 2))))
    await expect.poll(() => matches.filter((match) => one.heard.versions(match).at(-1) !== 3), PATIENTLY).toEqual([])
  })

  it('is reported when a message before a received one was lost', async () => {
    const { store, heard } = await node(NEVER)
    const match = await aFollowedMatch(store)
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
    expect(heard.interruptions).toBe(0)
    await onEach((redis) => loseMessage(redis, match))
    await store.commit(acting(match, 2))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
    expect(heard.interruptions).toBe(1)
  })

  it('is reported after a failover to a server that lacks the last message, if the next one is lost, too', async () => {
    const { store, heard } = await node(NEVER)
    const match = await aFollowedMatch(store)
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1])
    let before: string | null = null
    await onEach(async (redis) => (before = (await redis.hget(matchKeys(match).match, 'published')) ?? before))
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
    await onEach((redis) => redis.hset(matchKeys(match).match, 'published', before!))
    await onEach((redis) => loseMessage(redis, match))
    await store.commit(acting(match, 2))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
    expect(heard.interruptions).toBe(1)
  })

  it('is reported when the last message was lost and none comes after it', async () => {
    const { store, heard } = await node({ times: { poll: 200 } })
    const match = await aFollowedMatch(store)
    await onEach((redis) => loseMessage(redis, match))
    await expect.poll(() => heard.interruptions, PATIENTLY).toBe(1)
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(2)
  })
})

describe('a subscription to a Redis cluster', () => {
  const { node, onEach } = redisHarness({ cluster: true })

  /** The ports of the nodes that somebody is subscribed to. */
  async function subscribedTo(): Promise<number[]> {
    const ports: number[] = []
    await onEach(async (redis) => {
      if ((await redis.client('LIST', 'TYPE', 'PUBSUB')) !== '') ports.push(redis.options.port!)
    })
    return ports
  }

  it('moves to another node when a message is lost', async () => {
    const { store, heard } = await node({ times: { poll: 200 } })
    const match = await aFollowedMatch(store)
    const before = await subscribedTo()
    expect(before).toHaveLength(1)
    await onEach((redis) => loseMessage(redis, match))
    await expect.poll(() => heard.interruptions, PATIENTLY).toBe(1)
    const isElsewhere = async (): Promise<boolean> => {
      const after = await subscribedTo()
      return after.length === 1 && after[0] !== before[0]
    }
    await expect.poll(isElsewhere, PATIENTLY).toBe(true)
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(2)
  })
})
