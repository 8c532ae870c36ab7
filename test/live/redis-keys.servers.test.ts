import type { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { CHAT_LINES_KEPT } from '../../src/live/index.ts'
import { codeKey, creationKey, matchKeys, shardKeys, shardOf, SHARDS } from '../../src/live/redis/keys.ts'
import { withRedis } from '../support/redis.ts'
import { aBegunMatch, aborting, acting, aMatch, anEndedMatch, commitNow, flagging } from './contract/harness.ts'
import { joining, newActionId, newHeader, PATIENTLY, resigning } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

const DAY = 86_400_000
const ADA = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
const RETENTION = { waitingMs: 1_000_000, playingMs: 5_000_000, endedMs: 3_000_000 }

/** Matches the time to live (ms) of a key with this retention, of which some time may have passed. */
const about = (ms: number): unknown => expect.toSatisfy((left: number) => left > ms - 900_000 && left <= (ms * 17) / 16)

describe('Redis', () => {
  const { node, server, outage } = redisHarness({})

  const inRedis = <T>(ask: (redis: Redis) => Promise<T>, url = server().url): Promise<T> => withRedis(url, ask)

  it('retains a match as its status says, and without limit while it is not archived', async () => {
    const { store } = await node({ retention: RETENTION })
    const header = newHeader()
    const keys = matchKeys(header.id)
    /** How long the match and its log have to live (ms); -1: they do not expire. */
    const left = (): Promise<number[]> =>
      inRedis((redis) => Promise.all([redis.pttl(keys.match), redis.pttl(keys.log)]))

    await store.create(header)
    expect(await left()).toEqual([about(1_000_000), about(1_000_000)])
    expect(await inRedis((redis) => redis.pttl(codeKey(header.code)))).toEqual(about(1_060_000))
    await inRedis((redis) => redis.pexpire(codeKey(header.code), 60_000))
    await store.commit(joining(header.id))
    expect(await left()).toEqual([about(5_000_000), about(5_000_000)])
    expect(await inRedis((redis) => redis.pttl(codeKey(header.code)))).toEqual(about(1_060_000))
    await inRedis((redis) => Promise.all([redis.pexpire(keys.match, 60_000), redis.pexpire(keys.log, 60_000)]))
    await store.commit(acting(header.id, 1))
    expect(await left()).toEqual([about(5_000_000), about(5_000_000)])
    await store.commit(resigning(header.id, 2))
    expect(await left()).toEqual([-1, -1])
    await store.claimEnded(100, 1000)
    expect(await left()).toEqual([-1, -1])
    await store.markArchived(header.id)
    expect(await left()).toEqual([about(3_000_000), about(3_000_000)])
  })

  it('forgets which match a command has created before the id of the match could be used again', async () => {
    const [header, actionId] = [newHeader(), newActionId()]
    const key = creationKey(header.host.player.id, actionId)
    await (await node({ retention: { ...RETENTION, endedMs: 1_800_000 } })).store.create(header, actionId)
    expect(await inRedis((redis) => redis.pttl(key))).toEqual(about(1_800_000))
    await inRedis((redis) => redis.del(key))
    await (await node({ retention: { ...RETENTION, endedMs: DAY } })).store.create(header, actionId)
    expect(await inRedis((redis) => redis.pttl(key))).toEqual(about(3_600_000))
  })

  it('expires all keys of a match at the same moment', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    for (const room of ['players', 'spectators'] as const) await store.say(match, room, { from: ADA, text: 'Salve' })
    const { match: hash, log, chat } = matchKeys(match)
    const keys = [hash, log, chat.players, chat.spectators]
    const moments = (): Promise<number[]> => inRedis((redis) => Promise.all(keys.map((key) => redis.pexpiretime(key))))
    const before = await moments()
    expect(new Set(before).size).toBe(1)
    await store.commit(acting(match, 1, { deadline: { after: 30 * DAY } }))
    const after = await moments()
    expect(new Set(after).size).toBe(1)
    expect(after[0]).toBeGreaterThan(before[0]! + DAY)
  })

  it('retains a match for its time since the last commit, and does not renew the expiry every time', async () => {
    const { store } = await node({ retention: RETENTION })
    const match = await aBegunMatch(store)
    const { match: hash, log } = matchKeys(match)
    /** Commits when the keys have so long to live (ms), and gives what they have to live after that. */
    const leftAfterCommitAt = async (ttl: number, version: number): Promise<number[]> => {
      await inRedis((redis) => Promise.all([redis.pexpire(hash, ttl), redis.pexpire(log, ttl)]))
      expect(await store.commit(acting(match, version))).toMatchObject({ status: 'committed' })
      return inRedis((redis) => Promise.all([redis.pttl(hash), redis.pttl(log)]))
    }
    const { playingMs } = RETENTION
    const most = (playingMs * 17) / 16
    for (const left of await leftAfterCommitAt(most - 1000, 1)) expect(left).toBeLessThanOrEqual(most - 1000)
    for (const left of await leftAfterCommitAt(playingMs - 1, 2)) expect(left).toBeGreaterThan(playingMs)
  })

  it('does not restore a match that has expired', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { after: DAY } })
    const { match: hash, log } = matchKeys(match)
    await inRedis((redis) => Promise.all([redis.pexpire(hash, 1), redis.pexpire(log, 1)]))
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await store.commit(acting(match, 1))).toEqual({ status: 'unknown' })
    expect(await store.say(match, 'players', { from: ADA, text: 'Oh' })).toBeNull()
    await store.connect(match, 0, 'a', DAY)
    await outage(60_000)
    await store.heartbeat(100)
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('drops the turn of a bot whose match has expired', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1, { botTurn: { leaseMs: 0 } }))
    const turns = shardKeys(shardOf(match))['bot-turns']
    const { match: hash, log } = matchKeys(match)
    await inRedis((redis) => Promise.all([redis.pexpire(hash, 1), redis.pexpire(log, 1)]))
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await inRedis((redis) => redis.zscore(turns, match))).not.toBeNull()
    expect(await store.claimBotTurns(10_000, DAY)).not.toContain(match)
    expect(await inRedis((redis) => redis.zscore(turns, match))).toBeNull()
  })

  it('needs less than 5 KB for a whole game', async () => {
    const { store } = await node()
    const aTimedMatch = (): Promise<string> => aBegunMatch(store, { deadline: { after: DAY } })
    const matches = await Promise.all(Array.from({ length: 10 }, aTimedMatch))
    const actions = ['construct-building', 'construct-building', 'discard-card'] as const
    const bytes = (): Promise<number> =>
      inRedis(async (redis) => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))![1]))
    const before = await bytes()
    for (const match of matches) {
      for (let version = 1; version < 70; version += 1) {
        const action = { type: actions[version % 3]!, slot: version % 20 }
        const body = { type: 'act' as const, seat: (version % 2) as 0 | 1, action }
        await store.commit({ match, version, body, actionId: newActionId(), deadline: { after: DAY } })
      }
    }
    expect(((await bytes()) - before) / matches.length).toBeLessThan(4500)
    const keys = (match: string): string[] => [matchKeys(match).log, matchKeys(match).match]
    const sizes = await inRedis((redis) =>
      Promise.all(matches.flatMap(keys).map((key) => redis.memory('USAGE', key, 'SAMPLES', 0) as Promise<number>)),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0) / matches.length).toBeLessThan(5000)
  })

  it('expires a match that nobody joined, and its code', async () => {
    const { store, heard } = await node({ retention: { ...RETENTION, waitingMs: 300 }, times: { poll: 50 } })
    const header = newHeader()
    await store.create(header)
    await store.connect(header.id, 0, 'a', 60_000)
    await store.follow(header.id)
    await expect.poll(() => heard.interruptionsOf(header.id), PATIENTLY).toBeGreaterThan(0)
    await expect.poll(() => store.load(header.id), PATIENTLY).toBeNull()
    expect(await store.findByCode(header.code)).toBeNull()
    expect(await store.commit(joining(header.id))).toEqual({ status: 'unknown' })
    expect(await store.entriesAfter(header.id, 0)).toBeNull()
  })

  it('expires a match in which nothing happens any more', async () => {
    const { store } = await node({ retention: { ...RETENTION, playingMs: 300 } })
    const match = await aBegunMatch(store)
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('expires a match some time after it was archived', async () => {
    const { store } = await node({ retention: { ...RETENTION, endedMs: 300 } })
    const match = await aBegunMatch(store)
    await store.commit(resigning(match, 1))
    expect(await store.claimEnded(100, 1000)).toContain(match)
    await store.markArchived(match)
    await expect.poll(() => store.load(match), PATIENTLY).toBeNull()
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('spreads matches over all shards', () => {
    const shards = new Set(Array.from({ length: 2000 }, () => shardOf(newHeader().id)))
    expect([...shards].sort((a, b) => a - b)).toEqual(SHARDS)
  })

  it('receives one command for each move', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.commit(acting(match, 1))
    const asked: string[] = []
    const monitor = await inRedis((redis) => redis.monitor())
    monitor.on('monitor', (_time: string, [command]: string[], source: string) => {
      if (source !== 'lua' && command !== 'ping') asked.push(command!)
    })
    for (let version = 2; version < 12; version += 1) {
      await store.commit(acting(match, version, { actionId: newActionId() }))
    }
    await store.load(match)
    await vi.waitFor(() => expect(asked.at(-1)).toBe('lrange'), PATIENTLY)
    monitor.disconnect()
    expect(asked).toEqual([...Array<string>(10).fill('evalsha'), 'lrange'])
  })

  it('receives all commits of one moment together', async () => {
    const { store } = await node({ times: { poll: DAY } })
    const matches = await Promise.all(Array.from({ length: 100 }, () => aBegunMatch(store)))
    const reads = (): Promise<number> =>
      inRedis(async (redis) => Number(/total_reads_processed:(\d+)/.exec(await redis.info('stats'))![1]))
    const before = await reads()
    await Promise.all(matches.map((match) => store.commit(acting(match, 1, { actionId: newActionId() }))))
    expect((await reads()) - before).toBeLessThan(matches.length / 2)
  })

  it('may lose the scripts', async () => {
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
    expect(await other.store.create(header)).not.toHaveProperty('taken')
    await one.store.follow(header.id)
    await other.store.commit(joining(header.id))
    await one.store.commit(joining(header.id))
    await one.store.commit(acting(header.id, 1))
    await expect.poll(() => one.heard.versions(header.id), PATIENTLY).toEqual([1, 2])
    expect(one.heard.interruptions).toBe(0)
  })

  it('retains a match for at least a day after its deadline', async () => {
    const { store } = await node({ retention: RETENTION })
    const match = await aBegunMatch(store, { deadline: { after: 10 * DAY } })
    const { match: hash, log } = matchKeys(match)
    const left = (): Promise<number[]> => inRedis((redis) => Promise.all([redis.pttl(hash), redis.pttl(log)]))
    expect(await left()).toEqual([about(11 * DAY), about(11 * DAY)])
    await store.commit(acting(match, 1))
    expect(await left()).toEqual([about(11 * DAY), about(11 * DAY)])
    await outage(2 * DAY)
    await store.heartbeat(0)
    expect(await left()).toEqual([about(13 * DAY), about(13 * DAY)])
    await store.commit(acting(match, 3, { deadline: null }))
    expect(await left()).toEqual([about(5_000_000), about(5_000_000)])
  })

  it('expires an aborted match; retains an ended match with a new line of chat until that is archived', async () => {
    const { store } = await node({ retention: RETENTION })
    const [aborted, ended] = [await aBegunMatch(store), await anEndedMatch(store)]
    const left = (match: string): Promise<number> => inRedis((redis) => redis.pttl(matchKeys(match).match))
    await store.commit(aborting(aborted, 1))
    expect(await left(aborted)).toBeLessThanOrEqual(3_000_000)
    await store.say(aborted, 'players', { from: ADA, text: 'Oh' })
    expect(await left(aborted)).toBeGreaterThan(0)
    await store.markArchived(ended)
    expect(await left(ended)).toBeGreaterThan(0)
    await store.say(ended, 'players', { from: ADA, text: 'Well played' })
    expect(await left(ended)).toBe(-1)
    await store.markArchived(ended)
    expect(await left(ended)).toBe(-1)
    await expect.poll(() => store.claimEnded(100, 60_000), PATIENTLY).toContain(ended)
    await store.markArchived(ended)
    expect(await left(ended)).toBeGreaterThan(0)
  })

  it('retains no more of a chat than can be read', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    for (let line = 0; line < CHAT_LINES_KEPT + 5; line += 1) {
      await store.say(match, 'players', { from: ADA, text: 'Salve' })
    }
    expect(await inRedis((redis) => redis.llen(matchKeys(match).chat.players))).toBe(CHAT_LINES_KEPT)
  })

  it('retains nothing in the end but the time and the heartbeat of each shard', async () => {
    const url = `${server().url}/7`
    const { store } = await node({ url, retention: { waitingMs: 1500, playingMs: 1500, endedMs: 1500 } })
    const matches = await Promise.all(Array.from({ length: 30 }, () => aMatch(store)))
    for (const [index, match] of matches.entries()) {
      const commits = [
        joining(match, { deadline: { after: 60_000 } }),
        acting(match, 1, { actionId: newActionId(), deadline: null }),
        index % 2 === 0 ? resigning(match, 2) : aborting(match, 2),
      ]
      // Every fifth is left with its time run out.
      const deadline = index % 5 === 1 ? { deadline: { at: 1 } } : {}
      for (const commit of commits.slice(0, index % 5)) await store.commit({ ...commit, ...deadline })
      await store.connect(match, 0, 'a', 500)
      await store.connect(match, 1, 'b', 60_000)
      await store.disconnect(match, 1, 'b')
      await store.reportWatchers(match, 'node', 1000, 500)
      await store.reportWatchers(match, 'other', 1, 60_000)
      await store.reportWatchers(match, 'other', 0, 60_000)
      for (const room of ['players', 'spectators'] as const) await store.say(match, room, { from: ADA, text: 'Salve' })
      await store.mute(match, 0, true)
      await store.offerRematch(match, 0, newHeader())
      await store.rematchBegan(match)
    }
    const keys = (): Promise<string[]> => inRedis((redis) => redis.keys('*'), url)
    await expect
      .poll(async () => {
        const overdue = await store.heartbeat(100)
        for (const match of overdue) await commitNow(store, match, (version) => flagging(match, version))
        for (const match of await store.claimEnded(100, 10)) await store.markArchived(match)
        return (await keys()).filter((key) => !/^curia:2:(\{s\d\d\}:(time$|life$|seats:)|code:)/.test(key))
      }, PATIENTLY)
      .toEqual([])
    // Codes of matches that nobody joined outlive them a little.
    for (const code of (await keys()).filter((key) => key.startsWith('curia:2:code:'))) {
      expect(await inRedis((redis) => redis.pttl(code), url)).toBeGreaterThan(0)
    }
    // So do the seats of players who had a match with a later deadline; whoever reads them removes them.
    const seats = (await keys()).filter((key) => key.includes(':seats:'))
    for (const key of seats) expect(await inRedis((redis) => redis.pttl(key), url)).not.toBe(-1)
    for (const key of seats) expect(await store.matchesOf(key.split(':').at(-1)!, 100)).toEqual([])
    expect((await keys()).filter((key) => key.includes(':seats:'))).toEqual([])
  })

  it('removes the deadline of a match that has expired', async () => {
    const { store } = await node()
    const overdue = await aBegunMatch(store, { deadline: { at: 1 } })
    const later = await aBegunMatch(store, { deadline: { after: DAY } })
    const isSet = (match: string): Promise<string | null> =>
      inRedis((redis) => redis.zscore(shardKeys(shardOf(match)).deadlines, match))
    const remove = (match: string): Promise<number> =>
      inRedis((redis) => redis.del(matchKeys(match).match, matchKeys(match).log))
    for (const match of [overdue, later]) await remove(match)
    expect(await store.heartbeat(100)).not.toContain(overdue)
    expect(await isSet(overdue)).toBeNull()
    expect(await isSet(later)).not.toBeNull()
    await outage(60_000)
    await store.heartbeat(0)
    expect(await isSet(later)).toBeNull()
    expect(await inRedis((redis) => redis.keys(`*${later}*`))).toEqual([])

    const asked = await aBegunMatch(store, { deadline: { after: DAY } })
    await remove(asked)
    expect(await store.commit(acting(asked, 1))).toEqual({ status: 'unknown' })
    expect(await isSet(asked)).toBeNull()
  })

  it('removes the connections of a match that has expired', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    await store.connect(match, 0, 'a', 1000)
    await store.reportWatchers(match, 'node', 3, 1000)
    await inRedis((redis) => redis.del(matchKeys(match).match, matchKeys(match).log))
    const { connections } = shardKeys(shardOf(match))
    /** How many connections of the match the shard has. Other matches may share it. */
    const kept = async (): Promise<number> => {
      const members = await inRedis((redis) => redis.zrangebyscore(connections, '-inf', '+inf'))
      return members.filter((member) => member.includes(match)).length
    }
    expect(await kept()).toBe(2)
    const afterHeartbeat = async (): Promise<number> => {
      await store.heartbeat(0)
      return kept()
    }
    await expect.poll(afterHeartbeat, PATIENTLY).toBe(0)
    expect(await inRedis((redis) => redis.keys(`*${match}*`))).toEqual([])
  })

  it('has had no outage before the first heartbeat', async () => {
    const { store } = await node({ url: `${server().url}/5` })
    const match = await aBegunMatch(store, { deadline: { after: DAY } })
    await store.heartbeat(0)
    expect((await store.load(match))!.entries).toHaveLength(1)
  })

  it('creates a match whose creation was interrupted before', async () => {
    const { store } = await node()
    const [header, other] = [newHeader(), newHeader()]
    await inRedis((redis) => redis.set(codeKey(header.code), header.id, 'PX', 5000))
    expect(await store.create({ ...other, code: header.code })).toEqual({ taken: 'code' })
    expect(await store.create(header)).toEqual({ createdAt: expect.any(Number) as number })
    expect(await store.findByCode(header.code)).toBe(header.id)
    expect(await inRedis((redis) => redis.pttl(codeKey(header.code)))).toBeGreaterThan(5000)
  })
})
