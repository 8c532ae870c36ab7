import { LOBBY } from './lobby.ts'

export const JOIN = `${LOBBY}
local player, pool, rating, ticket, keepFor, realTime = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7] == '1'
local at = clock()
sweep(at)
if redis.call('HEXISTS', paired, player) == 1 then return standing(player) end
if realTime and redis.call('EXISTS', playedBy(player)) == 1 then return standing(player) end
local before = redis.call('HGET', tickets, player)
if before and cjson.decode(before).pool == pool then
  redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + keepFor), player)
else
  if before then remove(player, before) end
  ticket = without(ticket) .. ',"since":' .. whole(at) .. '}'
  redis.call('HSET', tickets, player, ticket)
  redis.call('HSET', ratings, player, rating)
  redis.call('ZADD', deadlines, whole(at + keepFor), player)
  redis.call('ZADD', waitingIn(pool), whole(at), player)
  tell('"joined":' .. ticket)
end
redis.call('DEL', foundBy(player))
return standing(player)
`

export const KEEP = `${LOBBY}
local keepFor = ARGV[2]
local at = clock()
sweep(at)
local absent = {}
for i = 3, #ARGV do
  if redis.call('HEXISTS', tickets, ARGV[i]) == 1 then
    redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + keepFor), ARGV[i])
  else
    absent[#absent + 1] = ARGV[i]
  end
end
return absent
`

export const LEAVE = `${LOBBY}
sweep(clock())
return take(ARGV[2], 'left')
`

export const STANDING = `${LOBBY}
sweep(clock())
return standing(ARGV[2])
`

export const CROWDS = `${LOBBY}
sweep(clock())
local crowds = {}
for i = 2, #ARGV do
  crowds[#crowds + 1] = { redis.call('ZCARD', waitingIn(ARGV[i])), redis.call('LRANGE', waitsOf(ARGV[i]), 0, -1) }
end
return crowds
`

export const BEGAN = `${LOBBY}
local match, keepPlaying = ARGV[2], ARGV[3]
local at = clock()
sweep(at)
for i = 4, #ARGV do
  plays(ARGV[i], match, at, keepPlaying)
  take(ARGV[i], 'playing')
end
`

export const OVER = `${LOBBY}
local match = ARGV[2]
for i = 3, #ARGV do
  redis.call('ZREM', playedBy(ARGV[i]), match)
  local found = redis.call('GET', foundBy(ARGV[i]))
  if found and string.match(found, '^%S+') == match then redis.call('DEL', foundBy(ARGV[i])) end
end
`
