import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import { parseAddress } from '../../src/live/redis/address.ts'

describe('an address of Redis', () => {
  it.each([
    ['redis://localhost', 0],
    ['redis://localhost/', 0],
    ['redis://:secret@10.0.0.1:6380/2', 2],
    ['rediss://user:secret@cache.example.org/15', 15],
  ])('is a server and a database: %s', (url, database) => {
    expect(parseAddress(url)).toEqual({ kind: 'single', url, database })
  })

  it('is a name that sentinels know', () => {
    expect(parseAddress('redis+sentinel://one/main')).toEqual({
      kind: 'sentinel',
      sentinels: [{ host: 'one', port: 26379 }],
      name: 'main',
      database: 0,
      tls: false,
    })
    expect(parseAddress('rediss+sentinel://us%40er:p%2Fw@one:7001,two,[::1]:7003/my%20name/3')).toEqual({
      kind: 'sentinel',
      sentinels: [
        { host: 'one', port: 7001 },
        { host: 'two', port: 26379 },
        { host: '::1', port: 7003 },
      ],
      name: 'my name',
      database: 3,
      username: 'us@er',
      password: 'p/w',
      tls: true,
    })
  })

  it('is a cluster, by any of its nodes', () => {
    expect(parseAddress('redis+cluster://one')).toEqual({
      kind: 'cluster',
      nodes: [{ host: 'one', port: 6379 }],
      database: 0,
      tls: false,
    })
    expect(parseAddress('rediss+cluster://us%40er:p%2Fw@one:7001?node=two:7002&node=[::1]:7003')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 7001 },
        { host: 'two', port: 7002 },
        { host: '::1', port: 7003 },
      ],
      database: 0,
      username: 'us@er',
      password: 'p/w',
      tls: true,
    })
  })

  it.each([
    '',
    'localhost:6379',
    'http://localhost',
    'redis://:secret@localhost:port',
    'redis://:secret@localhost/main',
    'redis://:secret@localhost/-1',
    'redis+cluster://:secret@one?node=two:port',
    'redis+cluster://:secret@one/1',
    'redis+sentinel://:secret@one',
    'redis+sentinel://:secret@one/',
    'redis+sentinel://:secret@one,two:port/main',
    'redis+sentinel://:secret@one/main/first',
  ])('is not: "%s"', (url) => {
    expect(() => openRedisStore({ url, retention: DEFAULT_RETENTION })).toThrow(/Redis/)
    expect(() => parseAddress(url)).toThrow(expect.not.stringContaining('secret'))
  })
})
