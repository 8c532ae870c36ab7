import type { Redis } from 'ioredis'
import { Cluster } from 'ioredis'
import { within } from '../../time/index.ts'
import { codeKey, creationKey, shardPrefix, SHARDS } from './keys.ts'
import { LIMIT_PREFIX } from './limiters.ts'
import { LOBBY_KEYS } from './lobby/keys.ts'

/** What all keys and channels begin with. */
const ALL = 'curia:'
const CHANNEL = `${ALL}probe`

/** A key of each kind, none of which exists. A cluster has some of them on every node. */
const KEYS: readonly string[] = [
  ...SHARDS.map((shard) => `${shardPrefix(shard)}:probe`),
  creationKey('probe', ''),
  codeKey(''),
  `${LOBBY_KEYS[0]}:probe`,
  `${LIMIT_PREFIX}:probe`,
]

/**
 * Every command that the stores and the limits use, also within scripts: those with at least no argument, one, two and
 * three. `PROBE` has the others.
 */
export const COMMANDS: readonly (readonly string[])[] = [
  ['TIME'],
  ['EXISTS', 'GET', 'LLEN', 'MGET', 'PEXPIRETIME', 'PTTL', 'ZCARD'],
  [
    'EXPIRE',
    'HDEL',
    'HEXISTS',
    'HGET',
    'HMGET',
    'INCRBY',
    'LINDEX',
    'LPUSH',
    'PEXPIRE',
    'PEXPIREAT',
    'RPUSH',
    'RPUSHX',
    'SADD',
    'SISMEMBER',
    'SREM',
    'ZREM',
    'ZSCORE',
  ],
  ['HINCRBY', 'HSET', 'HSETNX', 'LRANGE', 'LREM', 'LTRIM', 'SETRANGE', 'ZADD', 'ZRANGE'],
]

/**
 * Tries every command on a key, and returns each that fails, with the error. The key is an empty text for a second, so
 * that no command can change it. Where that is refused, no other is tried.
 */
const PROBE = `
local key, channel = KEYS[1], ARGV[1]
local failures = {}
local function fails(command, ...)
  local reply = redis.pcall(command, ...)
  if type(reply) ~= 'table' or not reply.err then return false end
  table.insert(failures, { command, reply.err })
  return true
end
if fails('SET', key, '', 'PX', 1000) then return failures end
fails('PUBLISH', channel, '')
local arguments = {}
for index = 2, #ARGV do
  if ARGV[index] == '' then table.insert(arguments, key) else fails(ARGV[index], unpack(arguments)) end
end
fails('DEL', key)
return failures
`

/** How many times as long to wait for the rest, once something lacks. */
const PATIENCE = 10

/** What Redis and Valkey reply if the user lacks a right; Redis 7.0 says it in other words within a script. */
const DENIED = /^NOPERM |The user executing the script can't/

/** Whether a reply of Redis is that the user lacks a right. */
export const isDenied = ({ message }: Error): boolean => DENIED.test(message)

/**
 * Tries everything that the user of Redis must be able to do.
 * @param open see `subscriberConnections`
 * @param ms what has no answer by then counts as allowed: another node of a cluster may be away.
 * @returns what the user lacks; null if nothing is known to lack.
 */
export async function lackOfRights(client: Redis | Cluster, open: () => Redis, ms: number): Promise<Lack | null> {
  const failures: Failure[] = []
  const trying = async (command: string, asked: Promise<unknown>): Promise<void> => {
    await asked.catch((error: Error) => failures.push([command, error.message]))
  }
  const probe = async (keys: readonly string[]): Promise<void> => {
    const commands = COMMANDS.flatMap((names, count) => (count > 0 ? ['', ...names] : names))
    failures.push(...((await client.eval(PROBE, keys.length, ...keys, CHANNEL, ...commands)) as Failure[]))
  }
  const keySets = client instanceof Cluster ? KEYS.map((key) => [key]) : [KEYS]
  const all = keySets.flatMap((keys) => [
    trying('EVAL', probe(keys)),
    // Scripts are sent by their hash. That this one is not known is no failure.
    trying('EVALSHA', client.evalsha('0'.repeat(40), 1, keys[0]!)),
  ])
  const tried = Promise.all([...all, trying('SUBSCRIBE', subscription(open()))])
  await within(ms, tried).catch(() => undefined)
  // Where something lacks, nothing can be stored: there is time for the rest.
  if (lackOf(failures)) await within(PATIENCE * ms, tried).catch(() => undefined)
  return lackOf(failures)
}

/** Subscribes to a channel for a moment. */
async function subscription(connection: Redis): Promise<void> {
  connection.on('error', () => undefined)
  try {
    await connection.connect()
    await connection.subscribe(CHANNEL)
    await connection.unsubscribe(CHANNEL)
  } finally {
    connection.disconnect()
  }
}

type Failure = readonly [command: string, message: string]

/** What Redis or its user lacks, by name: commands, or rights as `ACL SETUSER` has them. */
export class Lack extends Error {
  readonly names: readonly string[]

  constructor(what: string, names: readonly string[], options?: ErrorOptions) {
    const each = [...new Set(names)].sort()
    super(`${what} ${each.join(' ')}`, options)
    this.names = each
  }
}

/** What these failures show to lack; null if they show nothing of the kind. */
export function lackOf(failures: readonly Failure[]): Lack | null {
  const unknown = failures
    .filter(([, message]) => /unknown (redis )?command/i.test(message))
    .map(([command]) => command)
  if (unknown.length > 0) return new Lack('the server needs Redis 7 or later: this one lacks', unknown)
  const denied = failures.filter(([, message]) => DENIED.test(message))
  if (denied.length === 0) return null
  const cause = new Error(denied[0]![1])
  return new Lack('the user of REDIS_URL lacks rights:', denied.map(rightOf), { cause })
}

/** A right as `ACL SETUSER` has it. */
function rightOf([command, message]: Failure): string {
  const named = /run (?:the '([^']+)'|this) command/.exec(message)
  if (named) return `+${(named[1] ?? command).toLowerCase()}`
  return /channel/.test(message) ? `&${ALL}*` : `~${ALL}*`
}
