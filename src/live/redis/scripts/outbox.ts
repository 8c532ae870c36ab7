import { SHARD } from './shard.ts'

/*
 * Of a match's hash: `again`, when the match is to be offered once more, as something was said in it since it was claimed.
 */

export const CLAIM = `${SHARD}
local limit, lease = ARGV[5], ARGV[6]
local outbox = shard .. ':outbox'
local now = clock()
local due = redis.call('ZRANGE', outbox, '-inf', whole(now), 'BYSCORE', 'LIMIT', 0, limit)
for _, id in ipairs(due) do
  redis.call('ZADD', outbox, whole(now + lease), id)
  redis.call('HDEL', matchKey(id), 'again')
end
return due
`

export const SETTLE = `${SHARD}
local id = ARGV[5]
local outbox = shard .. ':outbox'
if not redis.call('ZSCORE', outbox, id) then return end
local again = redis.call('HGET', matchKey(id), 'again')
if again then
  redis.call('ZADD', outbox, again, id)
else
  redis.call('ZREM', outbox, id)
  expire(id, clock() + keepEnded)
end
`
