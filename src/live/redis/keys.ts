import { crc32 } from 'node:zlib'

/**
 * Matches fall into a fixed number of shards. All that one script touches lies in one shard, and all keys of a shard share a
 * hash tag, so in a cluster they lie on one node. Changing the number loses every live match.
 */
export const SHARDS: readonly number[] = Array.from({ length: 64 }, (_, shard) => shard)

export const shardOf = (match: string): number => crc32(match) % SHARDS.length

const tag = (shard: number): string => `curia:{s${String(shard).padStart(2, '0')}}`

/** The keys of one match. `match` is a hash, `log` a list of entries. */
export function matchKeys(match: string): { match: string; log: string } {
  const prefix = tag(shardOf(match))
  return { match: `${prefix}:match:${match}`, log: `${prefix}:log:${match}` }
}

/**
 * The keys that all matches of a shard share.
 * - `outbox`: sorted set of ended matches by when they are offered next.
 * - `published`: how many messages were published on the shard's channel.
 * - `connections`: sorted set of connections by when they expire. `seats`: hash of how many connections each seat has.
 */
export function shardKeys(shard: number): { outbox: string; published: string; connections: string; seats: string } {
  const prefix = tag(shard)
  return {
    outbox: `${prefix}:outbox`,
    published: `${prefix}:published`,
    connections: `${prefix}:connections`,
    seats: `${prefix}:seats`,
  }
}

/** Channels, unlike keys, are shared by all databases of a server. */
export const channelOf = (shard: number, database: number): string => `${tag(shard)}:${database}`

/** Holds the id of the match that waits under a code. It lies wherever its slot is, not with the match. */
export const codeKey = (code: string): string => `curia:code:${code}`
