/**
 * `bot-turns` is a sorted set of the matches of the shard in which the server has to play, by until when the turn is
 * leased. A commit puts a match there, or takes it out.
 */

/** Arguments: how many matches at most, and the lease (ms). Returns the matches. One that has expired is removed. */
export const CLAIM_BOT_TURNS = `
local limit, lease = unpack(ARGV)
local turns, claimed = shard .. ':bot-turns', {}
for _, id in ipairs(redis.call('ZRANGE', turns, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit)) do
  if redis.call('EXISTS', logKey(id)) == 1 then
    redis.call('ZADD', turns, now + lease, id)
    claimed[#claimed + 1] = id
  else
    redis.call('ZREM', turns, id)
  end
end
return claimed
`

/** Arguments: the lease (ms), then matches of the shard. */
export const RENEW_BOT_TURNS = `
for index = 2, #ARGV do redis.call('ZADD', shard .. ':bot-turns', 'XX', now + ARGV[1], ARGV[index]) end
`
