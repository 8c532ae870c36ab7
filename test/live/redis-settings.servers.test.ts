import { Redis } from 'ioredis'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import type { RedisKind, RedisServer } from '../support/redis.ts'
import { startRedis } from '../support/redis.ts'
import { aMatch, PATIENTLY } from './contract/harness.ts'

interface Line {
  level: number
  msg: string
  settings?: string[]
}

const [WARN, ERROR] = [40, 50]
let server: RedisServer | undefined
const stores: LiveStore[] = []
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()))
  await server?.destroy()
  server = undefined
})

/** A Redis whose settings a test has changed. */
async function redisWith(kind: RedisKind, change: (redis: Redis) => Promise<unknown>): Promise<string> {
  server = await startRedis(kind)
  const redis = new Redis(server.url)
  try {
    await change(redis)
  } finally {
    redis.disconnect()
  }
  return server.url
}

/** Opens a store, and returns it with what it logs. A loaded machine is slow to answer (ms). */
function open(url: string, answer = 10_000): { store: LiveStore; lines: Line[] } {
  const lines: Line[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  const store = openRedisStore({ url, retention: DEFAULT_RETENTION, log, times: { answer, reconnect: 100 } })
  stores.push(store)
  return { store, lines }
}

const settingsIn = (lines: Line[]): string[] | undefined =>
  lines.find(({ level, settings }) => level === WARN && settings)?.settings

describe('the settings of Redis', () => {
  it('are not mentioned when they keep every promise', async () => {
    const { store, lines } = open(await redisWith({ aof: true }, async () => undefined))
    await aMatch(store)
    await store.heartbeat(0)
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([])
  })

  it('are named when moves may be lost', async () => {
    const { lines } = open(await redisWith({}, async () => undefined))
    await expect.poll(() => settingsIn(lines), PATIENTLY).toEqual([expect.stringMatching(/^appendonly is no: /)])
  })

  it('are named each with what may be lost', async () => {
    const url = await redisWith({ aof: true }, async (redis) => {
      await redis.config('SET', 'appendfsync', 'everysec')
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    })
    const { lines } = open(url)
    await expect
      .poll(() => settingsIn(lines), PATIENTLY)
      .toEqual([
        expect.stringMatching(/^appendfsync is everysec: /),
        expect.stringMatching(/^maxmemory-policy is allkeys-lru: /),
      ])
  })
})

describe('a password', () => {
  it('that is wrong or missing is named at once, and commands are refused', async () => {
    const url = await redisWith({ aof: true }, (redis) => redis.config('SET', 'requirepass', 'right'))
    for (const given of ['redis://:wrong@', 'redis://']) {
      const { store, lines } = open(url.replace('redis://', given), 500)
      const denied = () => lines.filter(({ level, msg }) => level === ERROR && msg.includes('user or password'))
      await expect.poll(() => denied().length, PATIENTLY).toBe(1)
      await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
      expect(JSON.stringify(lines)).not.toContain('wrong@')
    }
    const { store } = open(url.replace('redis://', 'redis://:right@'))
    await aMatch(store)
  })
})
