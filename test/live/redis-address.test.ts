import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION, openRedisStore } from '../../src/live/index.ts'
import { parseAddress } from '../../src/live/redis/address.ts'

describe('an address of Redis', () => {
  it.each(['redis://localhost', 'redis://:secret@10.0.0.1:6380/2', 'rediss://user:secret@cache.example.org'])('is a server: %s', (url) => {
    expect(parseAddress(url)).toEqual({ kind: 'single', url })
  })

  it('is a cluster, by any of its nodes', () => {
    expect(parseAddress('redis+cluster://one')).toEqual({ kind: 'cluster', nodes: [{ host: 'one', port: 6379 }], tls: false })
    expect(parseAddress('rediss+cluster://us%40er:p%2Fw@one:7001?node=two:7002&node=[::1]:7003')).toEqual({
      kind: 'cluster',
      nodes: [{ host: 'one', port: 7001 }, { host: 'two', port: 7002 }, { host: '::1', port: 7003 }],
      username: 'us@er',
      password: 'p/w',
      tls: true,
    })
  })

  it.each(['', 'localhost:6379', 'http://localhost', 'redis+cluster://:secret@one?node=two:port'])('is not: "%s"', (url) => {
    expect(() => openRedisStore({ url, retention: DEFAULT_RETENTION })).toThrow(/Redis/)
    expect(() => parseAddress(url)).toThrow(expect.not.stringContaining('secret'))
  })
})
