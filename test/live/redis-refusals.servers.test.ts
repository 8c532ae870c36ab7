import { rm } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { withRedis } from '../support/redis.ts'
import { aBegunMatch, acting, aMatch, newHeader, PATIENTLY } from './contract/harness.ts'
import { redisHarness } from './redis-harness.ts'

/** A state in which Redis answers but writes nothing. */
interface Refusal {
  begin: (redis: Redis) => Promise<unknown>
  end: (redis: Redis) => Promise<unknown>
}

const REFUSALS: Record<string, Refusal> = {
  'is a replica': {
    begin: (redis) => redis.replicaof('127.0.0.1', 1),
    end: (redis) => redis.replicaof('NO', 'ONE'),
  },
  'has no memory left': {
    begin: (redis) => redis.config('SET', 'maxmemory', '1'),
    end: (redis) => redis.config('SET', 'maxmemory', '0'),
  },
  'has too few replicas': {
    begin: (redis) => redis.config('SET', 'min-replicas-to-write', '1'),
    end: (redis) => redis.config('SET', 'min-replicas-to-write', '0'),
  },
  'could not write to its disk': {
    begin: async (redis) => {
      const [, folder] = await redis.config('GET', 'dir')
      await rm(folder!, { recursive: true })
      await redis.config('SET', 'save', '3600 1')
      await redis.bgsave()
      await expect.poll(() => redis.info('persistence'), PATIENTLY).toContain('rdb_last_bgsave_status:err')
    },
    end: (redis) => redis.config('SET', 'save', ''),
  },
}

const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )

describe('a Redis that answers and writes nothing', () => {
  const { node, server } = redisHarness({})

  it.each(Object.entries(REFUSALS))('because it %s is not ready, and takes no commit', async (_why, { begin, end }) => {
    const { store } = await node({ times: { reconnect: 100 } })
    const match = await aBegunMatch(store)
    await store.ping()
    await withRedis(server().url, begin)
    try {
      expect(await codeOf(store.ping())).toBe('unavailable')
      expect(await codeOf(store.commit(acting(match, 1)))).toBe('unavailable')
      expect(await codeOf(store.create(newHeader()))).toBe('unavailable')
      await expect
        .poll(
          () =>
            store.load(match).then(
              (record) => record?.entries.length,
              () => null,
            ),
          PATIENTLY,
        )
        .toBe(1)
    } finally {
      await withRedis(server().url, end)
    }
    await expect.poll(() => codeOf(store.ping()), PATIENTLY).toBe('answered')
    expect(await store.commit(acting(match, 1))).toMatchObject({ status: 'committed', version: 2 })
  })
})

describe('a database that Redis does not have', () => {
  const { node, server } = redisHarness({})

  it('is not taken for another one, and is named in the log', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const { store } = await node({ url: `${server().url}/99`, log })
    const asked: ((store: LiveStore) => Promise<unknown>)[] = [
      (store) => store.ping(),
      (store) => aMatch(store),
      (store) => store.heartbeat(1),
      (store) => store.findByCode('CODE'),
    ]
    for (const ask of asked) {
      const error = await ask(store).catch((error: unknown) => error as Error)
      expect(error).toMatchObject({ code: 'unavailable', cause: { message: 'Redis has no database 99' } })
    }
    expect(lines.filter((line) => line.includes('Redis has no database 99'))).toHaveLength(1)
    expect(await withRedis(server().url, (redis) => redis.dbsize())).toBe(0)
  })

  it('and is used once Redis has it', async () => {
    const { store } = await node({ url: `${server().url}/15` })
    const match = await aMatch(store)
    expect(await withRedis(server().url, (redis) => redis.keys(`*${match}*`))).toEqual([])
    expect((await store.load(match))!.entries).toEqual([])
  })
})
