import { LOBBY } from './lobby.ts'

/** Takes away who is not connected any more. */
const SWEEP_ONLINE = `
local function sweepOnline(at)
  local gone = redis.call('ZRANGE', online, '-inf', whole(at), 'BYSCORE')
  for _, player in ipairs(gone) do
    redis.call('ZREM', online, player)
    redis.call('ZREM', roster, player)
    redis.call('HDEL', names, player)
  end
end
`

export const GREET = `${LOBBY}${SWEEP_ONLINE}
local keepFor = ARGV[2]
local at = clock()
for index = 3, #ARGV, 2 do
  local player, name = ARGV[index], ARGV[index + 1]
  redis.call('ZADD', online, 'GT', whole(at + keepFor), player)
  redis.call('ZADD', roster, 0, player)
  redis.call('HSET', names, player, name)
end
sweepOnline(at)
`

export const ONLINE = `${LOBBY}${SWEEP_ONLINE}
local limit, after = ARGV[2], ARGV[3]
sweepOnline(clock())
local page = redis.call('ZRANGE', roster, after == '' and '-' or '(' .. after, '+', 'BYLEX', 'LIMIT', 0, limit)
local reply = { redis.call('ZCARD', online) }
for _, player in ipairs(page) do
  reply[#reply + 1] = player
  reply[#reply + 1] = redis.call('HGET', names, player)
end
return reply
`
