import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { parseDatabaseAddress } from './database/index.ts'
import { parseRedisAddress } from './live/index.ts'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `90s`, `15m`, `12h`, `30d`, as milliseconds. */
const duration = (least: string, most: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}[smhd]$/, 'expected a whole number and a unit: s, m, h or d (for example 30d)')
    .transform(milliseconds)
    .refine((ms) => ms >= milliseconds(least) && ms <= milliseconds(most), `expected ${least} to ${most}`)

const milliseconds = (text: string): number => Number(text.slice(0, -1)) * UNITS[text.at(-1) as keyof typeof UNITS]

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `expected a whole number from ${least} to ${most}`)

/** The address of a store. It may contain a password, so that no message repeats it. */
const address = (parse: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      parse(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
    }
  })

const list = (check: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((items) => items.every(check), message)

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const mostBits = family === 4 ? 32 : 128
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= mostBits)
  return family !== 0 && more.length === 0 && isNetwork
}

/** Every environment variable that is read. `.env.example` explains each. */
const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'expected development, production or test' })
    .default('development'),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'expected an address or a host name')
    .default('0.0.0.0'),
  PORT: whole(0, 65_535).default(3000),
  WORKERS: whole(1, 256).default(1),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'expected trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: address(parseRedisAddress).optional(),
  DATABASE_URL: address(parseDatabaseAddress).optional(),
  TOKEN_SECRET: z.string().min(32, 'expected at least 32 characters').optional(),
  TOKEN_SECRET_FILE: z.string().optional(),
  TOKEN_SECRET_OTHER: z.string().min(32, 'expected at least 32 characters').optional(),
  TOKEN_TTL: duration('1m', '3650d').default(milliseconds('30d')),
  KEEP_WAITING: duration('1m', '365d').default(milliseconds('1d')),
  KEEP_PLAYING: duration('1m', '365d').default(milliseconds('14d')),
  KEEP_ENDED: duration('1s', '365d').default(milliseconds('1d')),
  PUBLIC_URL: z
    .string()
    .transform((text) => (URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : text))
    .refine(isOrigin, 'expected http:// or https:// and a host, without a path, such as https://example.org')
    .optional(),
  CORS_ORIGINS: list(
    (item) => item === '*' || isOrigin(item),
    'expected origins such as https://example.org, separated by commas, or *',
  ).default([]),
  RATE_LIMIT_HTTP: whole(1, 1_000_000).default(600),
  RATE_LIMIT_GUESTS: whole(1, 1_000_000).default(30),
  RATE_LIMIT_SOCKET: whole(1, 100_000).default(60),
  CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(200),
  TRUST_PROXY: list(
    isProxy,
    'expected addresses or networks (10.0.0.0/8), loopback, linklocal or uniquelocal, separated by commas',
  ).default([]),
  WEBHOOKS: z.enum(['public', 'any', 'none'], { error: 'expected public, any or none' }).default('public'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'expected 32 bytes in base64url (43 characters)')
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'expected a URL that begins with mailto: or https://')
    .default('mailto:operator@localhost'),
  BOT_THREADS: whole(0, 64).default(1),
  BOT_PACE_MS: whole(0, 60_000).default(600),
  BOT_SAMPLES: whole(1, 1_000_000).optional(),
  ANALYSES_PER_HOUR: whole(0, 100_000).default(60),
  BOT_LADDER: whole(0, 1_000)
    .refine((places) => places !== 1, 'expected 0, or at least 2: a pair of games takes two places')
    .default(0),
  WEB: z.enum(['on', 'off'], { error: 'expected on or off' }).default('on'),
  TEST_MODE: z.enum(['on', 'off'], { error: 'expected on or off' }).default('off'),
  SHUTDOWN_GRACE: duration('1s', '1h').default(milliseconds('10s')),
})

/** The names of all variables. */
export const VARIABLES: readonly string[] = Object.keys(environmentSchema.shape)

/**
 * The variables of an environment that are not read, but whose names are close to one that is: they differ in case, in
 * separators, and in one letter or the order of two.
 */
export function misspeltVariables(environment: Readonly<Record<string, unknown>>): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (VARIABLES.includes(name)) return []
    const meant = VARIABLES.find((variable) => isClose(plain(name), plain(variable)))
    return meant === undefined ? [] : { name, meant }
  })
}

const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

function isClose(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const shortest = Math.min(one.length, other.length) - start
  while (end < shortest && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [given, meant] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return Math.max(given.length, meant.length) <= 1 || (given.length === 2 && given === `${meant[1]}${meant[0]}`)
}

/** What the server is to do. Times are in ms. */
export interface Config {
  host: string
  /** 0: any free one. */
  port: number
  /** How many processes serve the port. Several share their stores. */
  workers: number
  logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL']
  /** The folder for everything that is neither in Redis nor in Postgres. */
  dataDir: string
  /** If undefined, live matches are in `dataDir`. */
  redisUrl: string | undefined
  /** If undefined, finished games are in `dataDir`. */
  databaseUrl: string | undefined
  /** Signs the tokens of players. If undefined, `tokenSecretFile` contains it; a missing file is created. */
  tokenSecret: string | undefined
  tokenSecretFile: string
  /** Tokens that are signed with it are accepted, too: for a time in which the secret is replaced. */
  tokenSecretOther: string | undefined
  tokenTtlMs: number
  /** How long a live match is retained after its last commit. */
  retention: { waitingMs: number; playingMs: number; endedMs: number }
  /** Where people reach the server, as `https://example.org`. If undefined, requests say it. */
  publicUrl: string | undefined
  /** Origins of web pages that may call the server; `*` for all. */
  corsOrigins: string[]
  rates: { httpPerMinute: number; guestsPerMinute: number; socketPerSecond: number }
  /** Socket.IO connections that one address may have. */
  connectionsPerAddress: number
  /** Proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** How players are notified who have no socket. */
  notifications: {
    /** Where the server sends to: public addresses by https; any address, also by http; or nowhere. */
    targets: 'public' | 'any' | 'none'
    /** For Web Push, base64url. If undefined, the servers of the database make one and share it. */
    vapidPrivateKey: string | undefined
    /** How push services reach the operator. */
    vapidSubject: string
  }
  /** The opponents whom the server plays. */
  bots: {
    /** How many threads think. 0: there are no bots. */
    threads: number
    /** How long a decision takes at least. */
    paceMs: number
    /** How many worlds a bot samples for a decision at most. If undefined, as many as its level has. */
    samples: number | undefined
  }
  /** How many rated games are analysed within an hour although nobody has asked. 0: none. */
  analysesPerHour: number
  /** How many games of the ladder of engines are in play at once, over all nodes. 0: there is no ladder. */
  ladderPlaces: number
  /** Whether the page on which people play is served. */
  web: boolean
  /** For tests of clients: whoever creates a match may choose its seed, and anyone may disturb the server. */
  testMode: boolean
  shutdownGraceMs: number
}

/** Names the variables that are wrong, one in a line, with what is expected. It never contains a value. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads the process's environment and, for what it does not set, the file `.env` of the working directory, if there is
 * one.
 */
export function readEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError([`.env: cannot be read: ${message}`])
  }
  return process.env
}

/**
 * The configuration that an environment describes. An empty variable counts as not set.
 * @throws ConfigError with everything that is wrong.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const parsed = environmentSchema.safeParse(given)
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (given.TOKEN_SECRET === undefined && given.TOKEN_SECRET_FILE === undefined) {
    const why = given.REDIS_URL ? 'REDIS_URL is set' : given.NODE_ENV === 'production' ? 'NODE_ENV is production' : null
    const expected = 'expected at least 32 characters, the same on every node, or TOKEN_SECRET_FILE'
    if (why) problems.push(`TOKEN_SECRET: ${expected}, because ${why}`)
  }
  if (Number(given.WORKERS) > 1) {
    for (const name of ['REDIS_URL', 'DATABASE_URL'] as const) {
      const why = `the embedded store is for one process, and WORKERS is ${given.WORKERS}`
      if (given[name] === undefined) problems.push(`${name}: expected, because ${why}`)
    }
  }
  if (given.TEST_MODE === 'on' && given.NODE_ENV === 'production') {
    problems.push('TEST_MODE: expected off, because NODE_ENV is production')
  }
  if (given.TEST_MODE === 'on' && Number(given.WORKERS) > 1) {
    problems.push(`TEST_MODE: expected off, because WORKERS is ${given.WORKERS}`)
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const env = parsed.data
  return {
    // Node would bind two servers to the name, and only one of them could have sockets.
    host: env.HOST === 'localhost' ? '127.0.0.1' : env.HOST,
    port: env.PORT,
    workers: env.WORKERS,
    logLevel: env.LOG_LEVEL,
    dataDir: env.DATA_DIR,
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    tokenSecret: env.TOKEN_SECRET,
    tokenSecretFile: env.TOKEN_SECRET_FILE ?? join(env.DATA_DIR, 'token-secret'),
    tokenSecretOther: env.TOKEN_SECRET_OTHER,
    tokenTtlMs: env.TOKEN_TTL,
    retention: { waitingMs: env.KEEP_WAITING, playingMs: env.KEEP_PLAYING, endedMs: env.KEEP_ENDED },
    publicUrl: env.PUBLIC_URL,
    corsOrigins: env.CORS_ORIGINS,
    rates: {
      httpPerMinute: env.RATE_LIMIT_HTTP,
      guestsPerMinute: env.RATE_LIMIT_GUESTS,
      socketPerSecond: env.RATE_LIMIT_SOCKET,
    },
    connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
    trustProxy: env.TRUST_PROXY,
    notifications: {
      targets: env.WEBHOOKS,
      vapidPrivateKey: env.VAPID_PRIVATE_KEY,
      vapidSubject: env.VAPID_SUBJECT,
    },
    bots: { threads: env.BOT_THREADS, paceMs: env.BOT_PACE_MS, samples: env.BOT_SAMPLES },
    analysesPerHour: env.ANALYSES_PER_HOUR,
    ladderPlaces: env.BOT_LADDER,
    web: env.WEB === 'on',
    testMode: env.TEST_MODE === 'on',
    shutdownGraceMs: env.SHUTDOWN_GRACE,
  }
}
