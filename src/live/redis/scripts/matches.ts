import { LIFETIME } from './lifetime.ts'
import { SEATS } from './seats.ts'

/**
 * Arguments: match, header (see ../log.ts), code, and the host's seat and id. Returns the time; nothing if the id is taken.
 */
export const CREATE = `${LIFETIME}${SEATS}
local id, header, code, seat, host = unpack(ARGV)
if redis.call('EXISTS', logKey(id)) == 1 then return end
redis.call('RPUSH', logKey(id), now .. ' - ' .. header)
redis.call('HSET', matchKey(id), 'status', 'waiting', 'code', code, 'player:' .. seat, host, 'away:' .. seat, now)
forEachKey(id, 'PEXPIREAT', now + waitingMs)
addSeat(id, host)
return now
`

/** About the key of a code, which is in no shard. Argument: the match. */
export const RELEASE_CODE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`
