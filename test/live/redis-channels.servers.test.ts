import type { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { MOST_AT_ONCE } from '../../src/live/redis/channel-group.ts'
import { channelOf, matchKeys, shardOf } from '../../src/live/redis/keys.ts'
import { withRedis } from '../support/redis.ts'
import { aBegunMatch, acting, aFollowedMatch, joining, newHeader, PATIENTLY } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

/** A node that does not poll. */
const NEVER = { times: { poll: 3_600_000 } }
const OFTEN = { times: { poll: 100 } }

describe('the channels of matches in Redis', () => {
  const { node, server } = redisHarness({})

  const inRedis = <T>(ask: (redis: Redis) => Promise<T>): Promise<T> => withRedis(server().url, ask)

  /** All channels that somebody is subscribed to. */
  const channels = async (): Promise<string[]> => (await inRedis((redis) => redis.pubsub('CHANNELS', '*'))) as string[]

  const cut = (): Promise<unknown> => inRedis((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'))

  /** How many calls of a command Redis has had. */
  const callsOf = (command: string): Promise<number> =>
    inRedis(async (redis) => {
      const stats = await redis.info('commandstats')
      return Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(stats)?.[1] ?? 0)
    })

  /** As if messages about a match had been published that nobody received, or had not been published at all. */
  const shiftNumber = (match: string, by: number): Promise<number> =>
    inRedis((redis) => redis.hincrby(matchKeys(match).match, 'published', by))

  /** Follows so many matches that do not exist, of one shard or of all. */
  async function followMany(store: LiveStore, count: number, shard?: number): Promise<string[]> {
    const matches: string[] = []
    while (matches.length < count) {
      const { id } = newHeader()
      if (shard === undefined || shardOf(id) === shard) matches.push(id)
    }
    await Promise.all(matches.map((match) => store.follow(match)))
    return matches
  }

  it('bring a node the news of the matches that it follows, and no other news', async () => {
    const [one, other] = [await node(NEVER), await node(NEVER)]
    const match = await aFollowedMatch(one.store)
    let header = newHeader()
    while (shardOf(header.id) !== shardOf(match)) header = newHeader()
    await other.store.create(header)
    await other.store.follow(header.id)
    await other.store.commit(joining(header.id))
    await expect.poll(() => other.heard.versions(header.id), PATIENTLY).toEqual([1])
    /** The channels of each connection that has any. */
    const subscribed = async (): Promise<string[]> => {
      const text = String(await inRedis((redis) => redis.client('LIST', 'TYPE', 'PUBSUB')))
      return [...text.matchAll(/ (sub=\d+ psub=\d+ ssub=\d+) /g)].map(([, counts]) => counts!)
    }
    expect(await subscribed()).toEqual(['sub=1 psub=0 ssub=0', 'sub=1 psub=0 ssub=0'])
    expect((await channels()).sort()).toEqual([channelOf(match, 0), channelOf(header.id, 0)].sort())
    // One connection for each of the two nodes, each with a channel that the other one does not have.
    const counts = await inRedis((redis) => redis.pubsub('NUMSUB', channelOf(match, 0), channelOf(header.id, 0)))
    expect(counts).toEqual([channelOf(match, 0), 1, channelOf(header.id, 0), 1])
    await one.store.commit(acting(match, 1))
    await expect.poll(() => one.heard.versions(match), PATIENTLY).toEqual([1, 2])
    expect(one.heard.told(header.id)).toEqual([])
    expect(other.heard.told(match)).toEqual([])
  })

  it('report an interruption of the one match of which something was lost', async () => {
    const { store, heard } = await node(NEVER)
    const [match, other] = [await aFollowedMatch(store), await aFollowedMatch(store)]
    await shiftNumber(match, 1)
    for (const followed of [match, other]) await store.commit(acting(followed, 1))
    await expect
      .poll(() => [match, other].map((each) => heard.versions(each)), PATIENTLY)
      .toEqual([
        [1, 2],
        [1, 2],
      ])
    expect([match, other].map((each) => heard.interruptionsOf(each))).toEqual([1, 0])
  })

  it('show that the last message of one match among many was lost, with short polls', async () => {
    const { store, heard } = await node(OFTEN)
    const match = await aBegunMatch(store)
    const others = await followMany(store, 2 * MOST_AT_ONCE, shardOf(match))
    await store.follow(match)
    await inRedis((redis) => redis.config('RESETSTAT'))
    await shiftNumber(match, 1)
    await expect.poll(() => heard.interruptionsOf(match), PATIENTLY).toBe(1)
    // A poll is one script, which reads the number of each match; in addition, of the one that is polled again.
    const [reads, scripts] = [await callsOf('hget'), await callsOf('evalsha')]
    expect(reads).toBeLessThanOrEqual(scripts * (MOST_AT_ONCE + 1))
    // The connection was replaced: something may have happened to any match.
    await expect.poll(() => others.filter((other) => heard.interruptionsOf(other) === 0), PATIENTLY).toEqual([])
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(2)
  })

  it('show that a server took over that lacks the last message, although nothing is published', async () => {
    const { store, heard } = await node(OFTEN)
    const [match, other] = [await aFollowedMatch(store), await aFollowedMatch(store)]
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1])
    await shiftNumber(match, -1)
    await expect.poll(() => heard.interruptionsOf(match), PATIENTLY).toBe(1)
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
    expect([match, other].map((each) => heard.interruptionsOf(each))).toEqual([1, 0])
  })

  it('of a match that has expired are reported once, and leave nothing behind', async () => {
    const { store, heard } = await node(OFTEN)
    const [match, other] = [await aFollowedMatch(store), await aFollowedMatch(store)]
    await inRedis((redis) => redis.del(matchKeys(match).match, matchKeys(match).log))
    await expect.poll(() => heard.interruptionsOf(match), PATIENTLY).toBe(1)
    // Two more polls.
    const asked = await callsOf('evalsha')
    await expect.poll(() => callsOf('evalsha'), PATIENTLY).toBeGreaterThan(asked + 4)
    expect([match, other].map((each) => heard.interruptionsOf(each))).toEqual([1, 0])
    await store.unfollow(match)
    await expect.poll(channels, PATIENTLY).toEqual([channelOf(other, 0)])
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('are all subscribed to again after the connection was cut, many with one command', async () => {
    const { store, heard } = await node(NEVER)
    const unknown = await followMany(store, 6 * MOST_AT_ONCE)
    const matches = await Promise.all(Array.from({ length: 10 }, () => aBegunMatch(store)))
    for (const match of matches) await store.follow(match)
    const all = [...unknown, ...matches]
    await inRedis((redis) => redis.config('RESETSTAT'))
    await cut()
    await expect.poll(() => all.filter((match) => heard.interruptionsOf(match) !== 1), PATIENTLY).toEqual([])
    expect(await callsOf('subscribe')).toBe(Math.ceil(all.length / MOST_AT_ONCE))
    // A command for each shard, and one more for each that is in two portions.
    expect(await callsOf('evalsha')).toBeLessThanOrEqual(64 + Math.ceil(all.length / MOST_AT_ONCE))
    expect((await channels()).sort()).toEqual(all.map((match) => channelOf(match, 0)).sort())
    await Promise.all(matches.map((match) => store.commit(acting(match, 1))))
    await expect.poll(() => matches.filter((match) => heard.versions(match).at(-1) !== 2), PATIENTLY).toEqual([])
    expect(all.filter((match) => heard.interruptionsOf(match) !== 1)).toEqual([])
  })

  it('are those of the followed matches, also when some are unfollowed or followed during a reconnection', async () => {
    const { store, heard } = await node(NEVER)
    const matches = await followMany(store, 3 * MOST_AT_ONCE)
    const [left, stay] = [matches.filter((_, index) => index % 2 === 0), matches.filter((_, index) => index % 2 === 1)]
    await cut()
    const late: string[] = []
    for (const match of left) {
      await store.unfollow(match)
      if (late.length < 20) late.push(...(await followMany(store, 1).catch(() => [])))
    }
    const all = [...stay, ...late]
    await expect.poll(() => stay.filter((match) => heard.interruptionsOf(match) === 0), PATIENTLY).toEqual([])
    await expect
      .poll(async () => (await channels()).sort(), PATIENTLY)
      .toEqual(all.map((match) => channelOf(match, 0)).sort())
  })
})
