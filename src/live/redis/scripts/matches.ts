import { SHARD } from './shard.ts'

/** Gives when the match was created, nothing if its id is taken. */
export const CREATE = `${SHARD}
local id, header, code, hostSeat = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
local match = matchKey(id)
if redis.call('EXISTS', match) == 1 then return false end
local at = clock()
redis.call('HSET', match, 'header', header, 'code', code, 'createdAt', whole(at), 'status', 'waiting')
redis.call('HSET', match, 'players', hostSeat, 'away:' .. hostSeat, whole(at))
expire(id, at + keepWaiting)
return at
`

export const LOAD = `${SHARD}
local id = ARGV[5]
local head = redis.call('HMGET', matchKey(id), 'header', 'createdAt')
if not head[1] then return false end
return { head[1], head[2], redis.call('LRANGE', logKey(id), 0, -1) }
`

export const ENTRIES = `${SHARD}
local id, version = ARGV[5], ARGV[6]
if redis.call('EXISTS', matchKey(id)) == 0 then return false end
return redis.call('LRANGE', logKey(id), version, -1)
`

/** Of a code's own key, not of a shard. */
export const RELEASE_CODE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`
