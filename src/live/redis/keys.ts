import { crc32 } from 'node:zlib'
import type { ChatRoom } from '../../protocol/index.ts'

/**
 * The version of the layout of all keys, which their names begin with. It changes whenever a version of the server
 * cannot read what an earlier one wrote: the server then ignores the matches of the earlier layout.
 */
const LAYOUT = 'curia:2'

/**
 * Matches fall into a fixed number of shards. All that one script touches lies in one shard, and all keys of a shard
 * share a hash tag, so that a cluster keeps them on one node. To change the number is to change the layout.
 */
export const SHARDS: readonly number[] = Array.from({ length: 64 }, (_, shard) => shard)

export const shardOf = (match: string): number => crc32(match) % SHARDS.length

/** The names of all keys of a shard begin with this. */
export const shardPrefix = (shard: number): string => `${LAYOUT}:{s${String(shard).padStart(2, '0')}}`

/** The keys of one match; see scripts/prelude.ts. */
export function matchKeys(match: string): { log: string; match: string; chat: Record<ChatRoom, string> } {
  const key = (name: string): string => `${shardPrefix(shardOf(match))}:${name}:${match}`
  const chat = { players: key('chat:players'), spectators: key('chat:spectators') }
  return { log: key('log'), match: key('match'), chat }
}

/** The seats of a player in the matches of a shard; see scripts/seats.ts. */
export const seatsKey = (shard: number, player: string): string => `${shardPrefix(shard)}:seats:${player}`

const SHARD_KEYS = [
  'time',
  'life',
  'deadlines',
  'credited',
  'connections',
  'outbox',
  'waiting',
  'bot-turns',
  'ping',
] as const

/** The keys that the matches of a shard share; see scripts/prelude.ts. */
export function shardKeys(shard: number): Record<(typeof SHARD_KEYS)[number], string> {
  const prefix = shardPrefix(shard)
  return Object.fromEntries(SHARD_KEYS.map((name) => [name, `${prefix}:${name}`])) as ReturnType<typeof shardKeys>
}

/** The channel of a match; the scripts name it, too. All databases of a server share its channels. */
export const channelOf = (match: string, database: number): string =>
  `${shardPrefix(shardOf(match))}:news:${database}:${match}`

const PREFIX_LENGTH = shardPrefix(0).length

/** The prefix of the shard that a channel belongs to. */
export const prefixOfChannel = (channel: string): string => channel.slice(0, PREFIX_LENGTH)

/** The match that a channel belongs to. */
export const matchOfChannel = (channel: string, database: number): string =>
  channel.slice(PREFIX_LENGTH + `:news:${database}:`.length)

/** The key of the scripts about a match, and their first argument. */
export const aboutMatch = (match: string): [shard: string, match: string] => [shardPrefix(shardOf(match)), match]

/** Contains the id of the match that a command of a player creates. It is not in the shard of the match. */
export const creationKey = (player: string, actionId: string): string => `${LAYOUT}:created:${player}:${actionId}`

/** Contains the id of the match that has a code. It is not in the shard of the match. */
export const codeKey = (code: string): string => `${LAYOUT}:code:${code}`
