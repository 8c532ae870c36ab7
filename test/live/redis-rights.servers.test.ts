/** What the user of Redis may not do is named, and nothing is stored meanwhile. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import pino from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openRedisLobby } from '../../src/live/index.ts'
import { COMMANDS, lackOf } from '../../src/live/redis/rights.ts'
import type { RedisServer } from '../support/redis.ts'
import { withRedis } from '../support/redis.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { aBegunMatch, aMatch, PATIENTLY } from './contract/harness.ts'
import { askEverything } from './every-method.ts'
import { redisHarness } from './redis-harness.ts'

const ALL = ['on', '>pass', '~*', '&*', '+@all']
const setUser = (server: RedisServer, ...rules: string[]): Promise<void> =>
  server.ask((redis) => redis.call('ACL', 'SETUSER', 'curia', 'reset', ...rules))
const urlOf = (server: RedisServer, password = 'pass'): string => server.url.replace('//', `//curia:${password}@`)
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )

/** A log, and the texts of its errors. */
function errorLog() {
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  return { log, errors: () => lines.filter(({ level }) => level >= 50).map(({ msg }) => msg) }
}

/** What is tried when a node connects. */
const TRIED = [...COMMANDS.flat(), 'SET', 'PUBLISH', 'DEL', 'EVAL', 'EVALSHA', 'SUBSCRIBE', 'UNSUBSCRIBE']

const lacking = (rights: string): string => `the user of REDIS_URL lacks rights: ${rights}; nothing can be stored`

describe.each([{ cluster: false }, { cluster: true }])('a user of Redis (cluster: $cluster)', ({ cluster }) => {
  const { node, server } = redisHarness({ cluster })
  /** A node whose user has all rights but these. */
  const nodeWith = async (...rules: string[]) => {
    await setUser(server(), ...ALL, ...rules)
    const { log, errors } = errorLog()
    const { store } = await node({ url: urlOf(server()), log, times: { reconnect: 100 } })
    return { store, errors }
  }

  it.each([
    ['resetchannels', '&curia:*'],
    ['resetchannels &other:*', '&curia:*'],
    ['resetkeys', '~curia:*'],
    ['resetkeys ~curia:2:*', '~curia:*'],
    ['resetkeys %R~curia:*', '~curia:*'],
    ['-publish', '+publish'],
    ['-zadd -hset', '+hset +zadd'],
    ['-eval', '+eval'],
    ['-evalsha', '+evalsha'],
    ['-subscribe', '+subscribe'],
    ['-unsubscribe', '+unsubscribe'],
    ['-@write resetchannels', '&curia:* +set'],
  ])('with %s is not served, and the log names %s once, until they have the right', async (rules, rights) => {
    const { store, errors } = await nodeWith(...rules.split(' '))
    expect(await codeOf(store.ping())).toBe('unavailable')
    expect(await codeOf(aMatch(store))).toBe('unavailable')
    expect(errors()).toEqual([lacking(rights)])
    await setUser(server(), ...ALL)
    await expect.poll(() => codeOf(store.ping()), PATIENTLY).toBe('answered')
    const match = await aMatch(store)
    await expect.poll(() => codeOf(store.follow(match)), PATIENTLY).toBe('answered')
    expect(errors()).toHaveLength(1)
  })

  it.each([
    ['-zrange', '+zrange'],
    ['-lrange', '+lrange'],
    ['resetchannels', '&curia:*'],
    ['-subscribe', '+subscribe'],
  ])('who loses a right during a match (%s) is named, and plays again with it', async (rule, right) => {
    const { store, errors } = await nodeWith()
    const match = await aBegunMatch(store)
    await setUser(server(), ...ALL, rule)
    const asking = async (): Promise<string[]> => Object.values(await askEverything(store, match))
    await expect.poll(async () => [await asking(), errors()][1], PATIENTLY).toEqual([lacking(right)])
    expect(await codeOf(store.ping())).toBe('unavailable')
    await setUser(server(), ...ALL)
    await expect.poll(() => codeOf(store.ping()), PATIENTLY).toBe('answered')
    await setUser(server(), ...ALL, rule)
    await expect.poll(async () => [await asking(), errors()][1], PATIENTLY).toHaveLength(2)
  })

  it('who may use none of the commands is told of each', async () => {
    const { store, errors } = await nodeWith(
      '-@all',
      '+eval',
      '+evalsha',
      '+set',
      '+subscribe',
      '+unsubscribe',
      '+cluster',
    )
    expect(await codeOf(store.ping())).toBe('unavailable')
    const all = [...COMMANDS.flat(), 'PUBLISH', 'DEL'].map((command) => `+${command.toLowerCase()}`).sort()
    expect(errors()).toEqual([lacking(all.join(' '))])
  })

  it('who may not ask for settings is served all the same', async () => {
    const { store, errors } = await nodeWith('-info', '-config', '-acl')
    await aBegunMatch(store)
    await store.ping()
    expect(errors()).toEqual([])
  })

  it('is asked for their rights without a trace', async () => {
    await server().ask((redis) => redis.flushall())
    const { store } = await nodeWith()
    await store.ping()
    await server().ask(async (redis) => expect(await redis.dbsize()).toBe(0))
  })
})

describe('one Redis', () => {
  const { node, server } = redisHarness({})
  let whole: Server | undefined
  afterEach(async () => {
    await whole?.destroy()
    whole = undefined
  })

  it('whose user may not choose a database names this right', async () => {
    await setUser(server(), ...ALL, '-select')
    const { log, errors } = errorLog()
    const { store } = await node({ url: `${urlOf(server())}/3`, log })
    expect(await codeOf(store.ping())).toBe('unavailable')
    expect(errors()).toEqual([lacking('+select')])
  })

  it('without a right takes nothing of the lobby, either', async () => {
    await setUser(server(), ...ALL, '-zadd')
    const lobby = openRedisLobby({ url: urlOf(server()) })
    try {
      expect(
        await codeOf(lobby.queue.join({ player: { id: 'a', name: 'Ada' }, pool: 'base', rating: 1500 }, 1000, true)),
      ).toBe('unavailable')
      expect(await withRedis(server().url, (redis) => redis.keys('curia:{lobby}:*'))).toEqual([])
    } finally {
      await lobby.close()
    }
  })

  it('is ready for a whole server with the rights that docs/operations.md names, and with no fewer', async () => {
    const documented = /^ACL SETUSER curia (.+)$/m.exec(readFileSync('docs/operations.md', 'utf8'))![1]!.split(' ')
    const password = documented.find((rule) => rule.startsWith('>'))!.slice(1)
    await setUser(server(), ...documented.filter((rule) => !rule.startsWith('&')))
    whole = await startServer({ REDIS_URL: urlOf(server(), password), TOKEN_SECRET: 'a'.repeat(64), WEB: 'off' })
    const status = (path: string): Promise<number> => fetch(`${whole!.url}${path}`).then((answer) => answer.status)
    expect(await status('/readyz')).toBe(503)
    expect(await status('/metrics')).toBe(200)
    expect(whole.output()).toContain('the user of REDIS_URL lacks rights: &curia:*')
    await setUser(server(), ...documented)
    await expect.poll(() => status('/readyz'), PATIENTLY).toBe(200)
    const before = whole.output().length
    await server().ask((redis) => redis.config('RESETSTAT'))
    await play(whole.url)
    const { store } = await node({ url: urlOf(server(), password) })
    const answers = Object.values(await askEverything(store, await aBegunMatch(store)))
    expect(answers).not.toContain('unavailable')
    expect(whole.output().slice(before)).not.toMatch(/NOPERM|lacks rights|does not answer|counted on this node alone/)
    // Every command that was used is tried when a node connects.
    const used = await withRedis(server().url, commandsOf)
    expect(used.filter((command) => !TRIED.includes(command))).toEqual([])
    expect(used).toEqual(expect.arrayContaining(['EVALSHA', 'INCRBY', 'SUBSCRIBE', 'ZADD']))
  })
})

/** What Redis has been asked, without what makes connections and looks at settings. */
async function commandsOf(redis: Redis): Promise<string[]> {
  const stats = await redis.info('commandstats')
  const commands = Array.from(stats.matchAll(/^cmdstat_(\w+)/gm), ([, name]) => name!.toUpperCase())
  return commands.filter((command) => !['ACL', 'AUTH', 'CLIENT', 'CONFIG', 'HELLO', 'INFO', 'SELECT'].includes(command))
}

/** Two guests begin a match at a table, with a line of chat, and another one in the queue. */
async function play(url: string): Promise<void> {
  const ask = async <T>(method: string, path: string, token = '', body?: object): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const guest = async (name: string): Promise<string> =>
    (await ask<{ token: string }>('POST', '/v1/players', '', { name })).token
  const [ada, bo] = [await guest('Ada'), await guest('Bo')]
  const { snapshot } = await ask<{ snapshot: { match: string; code: string } }>('POST', '/v1/matches', ada, {
    kind: 'base',
  })
  await ask('POST', '/v1/matches/join', bo, { code: snapshot.code })
  await ask('POST', `/v1/matches/${snapshot.match}/chat`, ada, { text: 'Salve' })
  const status = () =>
    ask<{ status: string }>('GET', '/v1/queue', ada).then(
      (answer) => answer.status,
      () => 'unavailable',
    )
  await expect.poll(status, PATIENTLY).not.toBe('unavailable')
  for (const token of [ada, bo]) await ask('POST', '/v1/queue', token, { clock: 'blitz', rated: false })
  await expect.poll(status, PATIENTLY).not.toBe('waiting')
}

it('every command that a script names is tried when a node connects', () => {
  const folder = 'src/live/redis'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8')).join()
  const named = new Set(Array.from(sources.matchAll(/redis\.p?call\(\s*'(\w+)'/g), ([, name]) => name!.toUpperCase()))
  expect(named.size).toBeGreaterThan(25)
  expect([...named].filter((name) => !TRIED.includes(name))).toEqual([])
})

it('what Valkey and Redis 7.2 say within a script, and an old Redis, is understood', () => {
  const script = 'NOPERM ACL failure in script: '
  const lack = lackOf([
    ['ZADD', `${script}User curia has no permissions to run the 'zadd' command`],
    ['GET', `${script}User curia has no permissions to access the 'curia:2' key`],
    ['GET', `${script}No permissions to access a key`],
    ['PUBLISH', `${script}User curia has no permissions to access the 'curia' channel`],
    ['HSET', 'WRONGTYPE Operation against a key holding the wrong kind of value'],
  ])
  expect(lack?.message).toBe('the user of REDIS_URL lacks rights: &curia:* +zadd ~curia:*')
  const old = [
    'ERR Unknown Redis command called from script script: 1',
    '@user_script: 1: Unknown Redis command called from Lua script',
  ]
  for (const message of old)
    expect(lackOf([['PEXPIRETIME', message]])?.message).toMatch(/Redis 7 or later.*PEXPIRETIME/)
  expect(lackOf([['SET', "READONLY You can't write against a read only replica."]])).toBeNull()
})
