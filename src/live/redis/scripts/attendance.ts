import { SHARD } from './shard.ts'

/*
 * Of a match's hash: `players`, the seats that have a player; `here:<seat>`, how many connections sit in the seat, and for a
 * player without one `away:<seat>`, since when; `watching:<node>`, how many spectators a node has, and `watchers`, their sum.
 * A shard's `connections` say when each of these is given up: the members are the JSON of [match, seat, connection] or
 * [match, "watching", node]. Whoever asks anything about connections also takes away what has expired in the shard, and says
 * so. Of a match that is gone there is nothing to take away.
 */

/** Needs SHARD. */
export const ATTENDANCE = `
local connections = shard .. ':connections'

-- As JSON.
local function attendanceOf(id)
  local field = redis.call('HMGET', matchKey(id), 'here:0', 'here:1', 'away:0', 'away:1', 'watchers')
  local seats, away = {}, {}
  for seat = 0, 1 do
    if field[seat + 1] then seats[#seats + 1] = seat end
    if field[seat + 3] then away[#away + 1] = '"' .. seat .. '":' .. field[seat + 3] end
  end
  local watchers = field[5] or '0'
  return '{"seats":[' .. table.concat(seats, ',') .. '],"away":{' .. table.concat(away, ',') .. '},"watchers":' .. watchers .. '}'
end
local function tellAttendance(id) tell(id, '"type":"attendance","attendance":' .. attendanceOf(id)) end

local function hasPlayer(match, seat) return string.find(redis.call('HGET', match, 'players') or '', seat, 1, true) end

local function arrived(id, seat)
  local match = matchKey(id)
  if redis.call('HINCRBY', match, 'here:' .. seat, 1) > 1 then return end
  redis.call('HDEL', match, 'away:' .. seat)
  tellAttendance(id)
end
local function left(id, seat, at)
  local match = matchKey(id)
  local here = tonumber(redis.call('HGET', match, 'here:' .. seat) or 0)
  if here > 1 then redis.call('HINCRBY', match, 'here:' .. seat, -1) end
  if here ~= 1 then return end
  redis.call('HDEL', match, 'here:' .. seat)
  if hasPlayer(match, seat) then redis.call('HSET', match, 'away:' .. seat, whole(at)) end
  tellAttendance(id)
end
local function watch(id, node, count)
  local match, field = matchKey(id), 'watching:' .. node
  local more = count - tonumber(redis.call('HGET', match, field) or 0)
  if more == 0 then return end
  if count > 0 then redis.call('HSET', match, field, count) else redis.call('HDEL', match, field) end
  if redis.call('HINCRBY', match, 'watchers', more) <= 0 then redis.call('HDEL', match, 'watchers') end
  tellAttendance(id)
end

local function sweep(now)
  local gone = redis.call('ZRANGE', connections, '-inf', whole(now), 'BYSCORE', 'WITHSCORES')
  for i = 1, #gone, 2 do
    redis.call('ZREM', connections, gone[i])
    local id, place, name = unpack(cjson.decode(gone[i]))
    if place == 'watching' then watch(id, name, 0) else left(id, tostring(place), gone[i + 1]) end
  end
end
`

export const CONNECT = `${SHARD}${ATTENDANCE}
local id, seat, connection, keepFor = ARGV[5], ARGV[6], ARGV[7], ARGV[8]
if redis.call('EXISTS', matchKey(id)) == 0 then return end
local now = clock()
local added = redis.call('ZADD', connections, whole(now + keepFor), cjson.encode({ id, tonumber(seat), connection }))
if added == 1 then arrived(id, seat) end
-- Only now: who says it again, if late, was there all the time.
sweep(now)
`

export const DISCONNECT = `${SHARD}${ATTENDANCE}
local id, seat, connection = ARGV[5], ARGV[6], ARGV[7]
local now = clock()
sweep(now)
if redis.call('ZREM', connections, cjson.encode({ id, tonumber(seat), connection })) == 1 then left(id, seat, now) end
`

export const WATCHING = `${SHARD}${ATTENDANCE}
local id, node, count, keepFor = ARGV[5], ARGV[6], tonumber(ARGV[7]), ARGV[8]
if redis.call('EXISTS', matchKey(id)) == 0 then return end
local now = clock()
local member = cjson.encode({ id, 'watching', node })
if count > 0 then redis.call('ZADD', connections, whole(now + keepFor), member) else redis.call('ZREM', connections, member) end
watch(id, node, count)
sweep(now)
`

export const ATTEND = `${SHARD}${ATTENDANCE}
sweep(clock())
return attendanceOf(ARGV[5])
`

/** Gives how many messages were published on the shard's channel. */
export const TEND = `${SHARD}${ATTENDANCE}
sweep(clock())
return tonumber(redis.call('GET', shard .. ':published') or 0)
`
