import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig, misspeltVariables, VARIABLES } from '../../src/config.ts'

const SECRET = 's'.repeat(32)
const problems = (environment: Record<string, string>): string[] => {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
    throw error
  }
  return []
}

describe('an environment', () => {
  it('without variables configures one process that needs nothing else', () => {
    expect(loadConfig({})).toEqual({
      host: '0.0.0.0',
      port: 3000,
      workers: 1,
      logLevel: 'info',
      dataDir: '.data',
      redisUrl: undefined,
      databaseUrl: undefined,
      tokenSecret: undefined,
      tokenSecretFile: '.data/token-secret',
      tokenTtlMs: 2_592_000_000,
      retention: { waitingMs: 86_400_000, playingMs: 1_209_600_000, endedMs: 86_400_000 },
      corsOrigins: [],
      rates: { httpPerMinute: 600, guestsPerMinute: 30, socketPerSecond: 60 },
      connectionsPerAddress: 200,
      trustProxy: [],
      notifications: { targets: 'public', vapidSubject: 'mailto:operator@localhost' },
      bots: { threads: 1, paceMs: 600 },
      analysesPerHour: 60,
      ladderPlaces: 0,
      web: true,
      testMode: false,
      shutdownGraceMs: 10_000,
    })
  })

  it('may set everything', () => {
    expect(
      loadConfig({
        NODE_ENV: 'production',
        HOST: 'localhost',
        PORT: '0',
        WORKERS: '4',
        LOG_LEVEL: 'trace',
        DATA_DIR: '/var/lib/curia',
        REDIS_URL: 'rediss://user:pass@redis.example:6380/1',
        DATABASE_URL: 'postgresql://u:p@db/curia',
        TOKEN_SECRET: SECRET,
        TOKEN_SECRET_FILE: '/run/secrets/token',
        TOKEN_TTL: '12h',
        KEEP_WAITING: '90m',
        KEEP_PLAYING: '2d',
        KEEP_ENDED: '90s',
        PUBLIC_URL: 'https://Curia.example/',
        CORS_ORIGINS: 'https://a.example, http://localhost:5173',
        RATE_LIMIT_HTTP: '1',
        RATE_LIMIT_GUESTS: '2',
        RATE_LIMIT_SOCKET: '3',
        CONNECTIONS_PER_ADDRESS: '4',
        TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8',
        WEBHOOKS: 'none',
        VAPID_PRIVATE_KEY: 'k'.repeat(43),
        VAPID_SUBJECT: 'https://curia.example/contact',
        WEB: 'off',
        TEST_MODE: 'off',
        BOT_THREADS: '2',
        BOT_PACE_MS: '0',
        BOT_SAMPLES: '50',
        ANALYSES_PER_HOUR: '0',
        BOT_LADDER: '8',
        SHUTDOWN_GRACE: '1m',
      }),
    ).toEqual({
      host: '127.0.0.1',
      port: 0,
      workers: 4,
      logLevel: 'trace',
      dataDir: '/var/lib/curia',
      redisUrl: 'rediss://user:pass@redis.example:6380/1',
      databaseUrl: 'postgresql://u:p@db/curia',
      tokenSecret: SECRET,
      tokenSecretFile: '/run/secrets/token',
      tokenTtlMs: 43_200_000,
      retention: { waitingMs: 5_400_000, playingMs: 172_800_000, endedMs: 90_000 },
      publicUrl: 'https://curia.example',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      rates: { httpPerMinute: 1, guestsPerMinute: 2, socketPerSecond: 3 },
      connectionsPerAddress: 4,
      trustProxy: ['loopback', '10.0.0.0/8', 'fd00::/8'],
      notifications: {
        targets: 'none',
        vapidPrivateKey: 'k'.repeat(43),
        vapidSubject: 'https://curia.example/contact',
      },
      web: false,
      testMode: false,
      bots: { threads: 2, paceMs: 0, samples: 50 },
      analysesPerHour: 0,
      ladderPlaces: 8,
      shutdownGraceMs: 60_000,
    })
  })

  it('treats an empty variable as not set, and ignores variables of other programs', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: '  ', HOME: '/root' })).toEqual(loadConfig({}))
  })
})

describe('a bad value is refused by name, with what is expected:', () => {
  it.each([
    ['PORT', 'http', 'whole number from 0 to 65535'],
    ['PORT', '65536', 'whole number from 0 to 65535'],
    ['PORT', '-1', 'whole number from 0 to 65535'],
    ['PORT', '30.5', 'whole number from 0 to 65535'],
    ['WEBHOOKS', 'all', 'public, any or none'],
    ['VAPID_PRIVATE_KEY', 'short', '32 bytes in base64url'],
    ['VAPID_SUBJECT', 'me', 'begins with mailto: or https://'],
    ['BOT_LADDER', '1', 'at least 2'],
    ['ANALYSES_PER_HOUR', '-1', 'whole number from 0 to 100000'],
    ['WORKERS', '0', 'whole number from 1 to 256'],
    ['WORKERS', 'all', 'whole number from 1 to 256'],
    ['HOST', 'not a host', 'an address or a host name'],
    ['NODE_ENV', 'prod', 'development, production or test'],
    ['NODE_ENV', 'Production', 'development, production or test'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal or silent'],
    ['REDIS_URL', 'localhost:6379', 'begins with redis://, redis+sentinel:// or redis+cluster://'],
    ['REDIS_URL', 'redis://localhost/main', 'The database of Redis is a number'],
    ['REDIS_URL', 'redis+sentinel://localhost', 'redis+sentinel://host:port,host:port/name'],
    ['DATABASE_URL', 'mysql://db/curia', 'a URL that begins with postgres:// or postgresql://'],
    ['TOKEN_SECRET', 'short', 'at least 32 characters'],
    ['TOKEN_TTL', '30', 'a whole number and a unit'],
    ['TOKEN_TTL', '1s', '1m to 3650d'],
    ['KEEP_WAITING', '0d', 'a whole number and a unit'],
    ['KEEP_PLAYING', '999d', '1m to 365d'],
    ['KEEP_ENDED', 'forever', 'a whole number and a unit'],
    ['CORS_ORIGINS', 'example.org', 'origins such as https://example.org'],
    ['CORS_ORIGINS', 'https://example.org/path', 'origins such as https://example.org'],
    ['PUBLIC_URL', 'curia.example', 'http:// or https:// and a host, without a path'],
    ['PUBLIC_URL', 'ftp://curia.example', 'http:// or https:// and a host, without a path'],
    ['PUBLIC_URL', 'https://curia.example/play', 'http:// or https:// and a host, without a path'],
    ['PUBLIC_URL', 'https://curia.example/?a=b', 'http:// or https:// and a host, without a path'],
    ['PUBLIC_URL', 'https://me:hunter2@curia.example', 'http:// or https:// and a host, without a path'],
    ['RATE_LIMIT_HTTP', '0', 'whole number from 1 to 1000000'],
    ['RATE_LIMIT_GUESTS', 'many', 'whole number from 1 to 1000000'],
    ['RATE_LIMIT_SOCKET', '1e3', 'whole number from 1 to 100000'],
    ['TRUST_PROXY', 'true', 'addresses or networks'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses or networks'],
    ['TRUST_PROXY', '0.0.0.0/0', 'addresses or networks'],
    ['WEB', 'yes', 'on or off'],
    ['TEST_MODE', 'yes', 'on or off'],
    ['SHUTDOWN_GRACE', '2h', '1s to 1h'],
  ])('%s=%s', (name, value, expected) => {
    const [problem, ...more] = problems({ TOKEN_SECRET: SECRET, [name]: value })
    expect(more).toEqual([])
    expect(problem).toMatch(new RegExp(`^${name}: `))
    expect(problem).toContain(expected)
  })

  it('TOKEN_SECRET, when more than this process must know it', () => {
    expect(problems({ REDIS_URL: 'redis://localhost' })).toEqual([
      expect.stringMatching(/^TOKEN_SECRET: .*REDIS_URL is set/),
    ])
    expect(problems({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^TOKEN_SECRET: .*NODE_ENV is production/),
    ])
    expect(problems({ NODE_ENV: 'production', TOKEN_SECRET: SECRET })).toEqual([])
    expect(
      problems({ NODE_ENV: 'production', REDIS_URL: 'redis://localhost', TOKEN_SECRET_FILE: '/data/secret' }),
    ).toEqual([])
  })

  it('TEST_MODE, where people play', () => {
    expect(loadConfig({ TEST_MODE: 'on' }).testMode).toBe(true)
    const found = problems({ TEST_MODE: 'on', NODE_ENV: 'production', TOKEN_SECRET: SECRET })
    expect(found).toEqual(['TEST_MODE: expected off, because NODE_ENV is production'])
    expect(problems({ TEST_MODE: 'on', WORKERS: '2' })).toContain('TEST_MODE: expected off, because WORKERS is 2')
  })

  it('WORKERS, where a store is for one process', () => {
    const stores = { REDIS_URL: 'redis://localhost', DATABASE_URL: 'postgresql://db/curia' }
    expect(problems({ ...stores, TOKEN_SECRET: SECRET, WORKERS: '2' })).toEqual([])
    for (const name of ['REDIS_URL', 'DATABASE_URL']) {
      const found = problems({ ...stores, TOKEN_SECRET: SECRET, WORKERS: '2', [name]: '' })
      expect(found).toEqual([`${name}: expected, because the embedded store is for one process, and WORKERS is 2`])
      expect(problems({ ...stores, TOKEN_SECRET: SECRET, WORKERS: '1', [name]: '' })).toEqual([])
    }
  })

  it('no address of Redis, be it of one server, of sentinels or of a cluster', () => {
    for (const address of [
      'rediss://redis:6380/1',
      'redis+sentinel://one:26379,two:26379/main',
      'redis+cluster://one?node=two',
    ]) {
      expect(problems({ REDIS_URL: address, TOKEN_SECRET: SECRET })).toEqual([])
    }
  })

  it('all of them at once', () => {
    const found = problems({ PORT: 'x', LOG_LEVEL: 'y', REDIS_URL: 'z' })
    expect(found.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'LOG_LEVEL', 'REDIS_URL', 'TOKEN_SECRET'])
  })

  it('without repeating a value, which may be a password', () => {
    const text = problems({ REDIS_URL: 'http://user:hunter2@redis', TOKEN_SECRET: 'hunter2' }).join('\n')
    expect(text).toContain('REDIS_URL')
    expect(text).not.toContain('hunter2')
  })
})

describe('a variable that is not read', () => {
  it('is reported if its name is close to the name of one that is read', () => {
    const environment = {
      RATE_LIMT_HTTP: '1',
      DATADIR: 'x',
      LOGLEVEL: 'debug',
      PROT: '80',
      TOKEN_SECRETS: 'x',
      'REDIS-URL': 'x',
      redis_url: 'x',
    }
    expect(misspeltVariables(environment)).toEqual([
      { name: 'RATE_LIMT_HTTP', meant: 'RATE_LIMIT_HTTP' },
      { name: 'DATADIR', meant: 'DATA_DIR' },
      { name: 'LOGLEVEL', meant: 'LOG_LEVEL' },
      { name: 'PROT', meant: 'PORT' },
      { name: 'TOKEN_SECRETS', meant: 'TOKEN_SECRET' },
      { name: 'REDIS-URL', meant: 'REDIS_URL' },
      { name: 'redis_url', meant: 'REDIS_URL' },
    ])
  })

  it('is not reported if it is one of the many that systems set, or if it is read', () => {
    const usual = [
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'LOGNAME',
      'PATH',
      'PWD',
      'USER',
      'SHELL',
      'TERM',
      'LANG',
      'TMPDIR',
      'XDG_DATA_DIRS',
      'NODE_OPTIONS',
      'NODE_PATH',
      'npm_config_port',
      'POSTGRES_PASSWORD',
    ]
    const environment = Object.fromEntries([...usual, ...VARIABLES].map((name) => [name, 'x']))
    expect(misspeltVariables(environment)).toEqual([])
  })
})

describe('.env.example', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const documented = new Map(
    Array.from(text.matchAll(/^# ([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name!, value!] as const),
  )

  it('documents every variable and no other', () => {
    expect([...documented.keys()].sort()).toEqual([...VARIABLES].sort())
  })

  it('shows the default values', () => {
    expect(loadConfig(Object.fromEntries(documented))).toEqual(loadConfig({}))
    // Were a default missing there, the comparison above would not see it.
    const withoutDefault = [...documented].filter(([, value]) => value === '').map(([name]) => name)
    expect(withoutDefault.sort()).toEqual([
      'BOT_SAMPLES',
      'CORS_ORIGINS',
      'DATABASE_URL',
      'PUBLIC_URL',
      'REDIS_URL',
      'TOKEN_SECRET',
      'TOKEN_SECRET_FILE',
      'TOKEN_SECRET_OTHER',
      'TRUST_PROXY',
      'VAPID_PRIVATE_KEY',
    ])
  })
})
