import { LIFETIME } from './lifetime.ts'

/* Field of the match: `again`, when it is to be offered once more, as someone said something since it was claimed. */

/** Arguments: how many matches at most, and the lease (ms). Returns the matches. */
export const CLAIM_ENDED = `
local limit, lease = unpack(ARGV)
local outbox = shard .. ':outbox'
local claimed = redis.call('ZRANGE', outbox, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit)
for _, id in ipairs(claimed) do
  redis.call('ZADD', outbox, now + lease, id)
  redis.call('HDEL', matchKey(id), 'again')
end
return claimed
`

export const MARK_ARCHIVED = `${LIFETIME}
local id, outbox, waiting = ARGV[1], shard .. ':outbox', shard .. ':waiting'
if not redis.call('ZSCORE', outbox, id) then return end
local again = redis.call('HGET', matchKey(id), 'again')
if again then
  redis.call('ZADD', outbox, again, id)
  redis.call('ZADD', waiting, again, id)
else
  redis.call('ZREM', outbox, id)
  redis.call('ZREM', waiting, id)
  forEachKey(id, 'PEXPIREAT', now + endedMs)
end
`

/** Returns how many matches of the shard wait, and, if one does, since when the first one of them (ms since 1970). */
export const BACKLOG = `
local first = redis.call('ZRANGE', shard .. ':waiting', 0, 0, 'WITHSCORES')
return { redis.call('ZCARD', shard .. ':outbox'), tonumber(first[2]) }
`
