import { crc32 } from 'node:zlib'

/**
 * Matches fall into a fixed number of shards. All that one script touches lies in one shard, and all keys of a shard share a
 * hash tag, so in a cluster they lie on one node. Changing the number loses every live match.
 */
export const SHARDS: readonly number[] = Array.from({ length: 64 }, (_, shard) => shard)

export const shardOf = (match: string): number => crc32(match) % SHARDS.length

/** What the names of all keys of a shard begin with. */
export const shardPrefix = (shard: number): string => `curia:{s${String(shard).padStart(2, '0')}}`

/** The keys of one match. `match` is a hash, `log` a list of entries. */
export function matchKeys(match: string): { match: string; log: string } {
  const prefix = shardPrefix(shardOf(match))
  return { match: `${prefix}:match:${match}`, log: `${prefix}:log:${match}` }
}

const SHARD_KEYS = ['outbox', 'published', 'connections', 'deadlines', 'alive'] as const

/**
 * The keys that all matches of a shard share.
 * - `outbox`: sorted set of ended matches by when they are offered next.
 * - `published`: how many messages were published on the shard's channel.
 * - `connections`: sorted set of connections, and of nodes that have spectators, by when they expire.
 * - `deadlines`: sorted set of matches by their deadline.
 * - `alive`: when the shard was last said to be alive.
 * Sets hold what is still to come and are gone when they are empty; the other two stay.
 */
export function shardKeys(shard: number): Record<(typeof SHARD_KEYS)[number], string> {
  const prefix = shardPrefix(shard)
  return Object.fromEntries(SHARD_KEYS.map((name) => [name, `${prefix}:${name}`])) as ReturnType<typeof shardKeys>
}

/** Channels, unlike keys, are shared by all databases of a server. */
export const channelOf = (shard: number, database: number): string => `${shardPrefix(shard)}:${database}`

/** Holds the id of the match that waits under a code. It lies wherever its slot is, not with the match. */
export const codeKey = (code: string): string => `curia:code:${code}`
