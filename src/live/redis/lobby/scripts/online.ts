import { LOBBY } from './lobby.ts'

/** How many expired players one script removes. The scripts that follow remove the rest. */
const MOST_EXPIRED = 500

const REMOVE_EXPIRED = `
local function removeOffline(at)
  local expired = redis.call('ZRANGE', online, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, ${MOST_EXPIRED})
  if #expired == 0 then return end
  redis.call('ZREM', online, unpack(expired))
  redis.call('ZREM', roster, unpack(expired))
  redis.call('HDEL', names, unpack(expired))
end
`

export const RENEW_ONLINE = `${LOBBY}${REMOVE_EXPIRED}
local ttl = ARGV[2]
local at = clock()
for i = 3, #ARGV, 2 do
  local player, name = ARGV[i], ARGV[i + 1]
  redis.call('ZADD', online, 'GT', whole(at + ttl), player)
  redis.call('ZADD', roster, 0, player)
  redis.call('HSET', names, player, name)
end
removeOffline(at)
`

export const ONLINE_PLAYERS = `${LOBBY}${REMOVE_EXPIRED}
local limit, after = ARGV[2], ARGV[3]
removeOffline(clock())
local page = redis.call('ZRANGE', roster, after == '' and '-' or '(' .. after, '+', 'BYLEX', 'LIMIT', 0, limit)
local reply = { redis.call('ZCARD', online) }
for _, player in ipairs(page) do
  reply[#reply + 1] = player
  reply[#reply + 1] = redis.call('HGET', names, player)
end
return reply
`

/** The name of a player, if they are online. */
export const ONLINE_PLAYER = `${LOBBY}${REMOVE_EXPIRED}
local player = ARGV[2]
local at = clock()
removeOffline(at)
local expiry = redis.call('ZSCORE', online, player)
return expiry and tonumber(expiry) > at and redis.call('HGET', names, player)
`
