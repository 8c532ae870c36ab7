import { STEP_LIMIT } from './prelude.ts'

/**
 * Who is connected to a match.
 *
 * Fields of the match: `player:<seat>`, the id of the player who has the seat; `here:<seat>`, how many connections the seat has;
 * `away:<seat>`, since when a player has had none; `watching:<node>`, how many spectators a node has; `watchers`, their
 * sum. The shard's `connections` are JSON of [match, seat, connection] or [match, "watching", node], by when they
 * expire.
 */
export const ATTENDANCE = `
local connections = shard .. ':connections'

local function attendanceOf(id)
  local field = redis.call('HMGET', matchKey(id), 'here:0', 'here:1', 'away:0', 'away:1', 'watchers')
  local seats, away = {}, {}
  for seat = 0, 1 do
    if field[seat + 1] then seats[#seats + 1] = seat end
    if field[seat + 3] then away[#away + 1] = '"' .. seat .. '":' .. field[seat + 3] end
  end
  return '{"seats":[' .. table.concat(seats, ',') .. '],"away":{' .. table.concat(away, ',') .. '},"watchers":' ..
    (field[5] or '0') .. '}'
end
local function publishAttendance(id)
  publish(id, '{"type":"attendance","attendance":' .. attendanceOf(id) .. '}')
end

-- The second player takes a seat; if the host had it while the match waited, the host has the other one from now on.
-- Returns false if both seats have a player.
local function addPlayer(id, seat, player)
  local match, other = matchKey(id), 1 - seat
  local host = redis.call('HGET', match, 'player:' .. seat)
  if host and redis.call('HSETNX', match, 'player:' .. other, host) == 0 then return false end
  redis.call('HSET', match, 'player:' .. seat, player)
  local isAbsent = false
  for _, taken in ipairs(host and { seat, other } or { seat }) do
    if redis.call('HEXISTS', match, 'here:' .. taken) == 0 then
      redis.call('HSET', match, 'away:' .. taken, now)
      isAbsent = true
    end
  end
  if isAbsent then publishAttendance(id) end
  return true
end

-- A seat has one connection more.
local function addConnection(id, seat)
  local match = matchKey(id)
  if redis.call('HINCRBY', match, 'here:' .. seat, 1) > 1 then return end
  redis.call('HDEL', match, 'away:' .. seat)
  publishAttendance(id)
end

-- A seat has one connection less since 'at'.
local function removeConnection(id, seat, at)
  local match = matchKey(id)
  local here = tonumber(redis.call('HGET', match, 'here:' .. seat) or 0)
  if here > 1 then redis.call('HINCRBY', match, 'here:' .. seat, -1) end
  if here ~= 1 then return end
  redis.call('HDEL', match, 'here:' .. seat)
  if redis.call('HEXISTS', match, 'player:' .. seat) == 1 then redis.call('HSET', match, 'away:' .. seat, at) end
  publishAttendance(id)
end

-- A node has so many spectators.
local function setWatching(id, node, count)
  local match, field = matchKey(id), 'watching:' .. node
  local change = count - tonumber(redis.call('HGET', match, field) or 0)
  if change == 0 then return end
  if count > 0 then redis.call('HSET', match, field, count) else redis.call('HDEL', match, field) end
  if redis.call('HINCRBY', match, 'watchers', change) <= 0 then redis.call('HDEL', match, 'watchers') end
  publishAttendance(id)
end

-- Removes expired connections of the shard, up to a limit. Returns whether there may be more.
local function removeExpiredConnections()
  local limit = ${STEP_LIMIT}
  local expired = redis.call('ZRANGE', connections, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit, 'WITHSCORES')
  for i = 1, #expired, 2 do
    redis.call('ZREM', connections, expired[i])
    local id, seat, name = unpack(cjson.decode(expired[i]))
    if seat == 'watching' then setWatching(id, name, 0) else removeConnection(id, tostring(seat), expired[i + 1]) end
  end
  return #expired == 2 * limit
end
`

export const CONNECT = `${ATTENDANCE}
local id, seat, connection, ttl = unpack(ARGV)
if redis.call('EXISTS', matchKey(id)) == 0 then return end
local member = cjson.encode({ id, tonumber(seat), connection })
if redis.call('ZADD', connections, now + ttl, member) == 1 then addConnection(id, seat) end
`

export const DISCONNECT = `${ATTENDANCE}
local id, seat, connection = unpack(ARGV)
local member = cjson.encode({ id, tonumber(seat), connection })
local expiry = tonumber(redis.call('ZSCORE', connections, member))
if not expiry then return end
redis.call('ZREM', connections, member)
removeConnection(id, seat, math.min(now, expiry))
`

export const REPORT_WATCHERS = `${ATTENDANCE}
local id, node, count, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
if redis.call('EXISTS', matchKey(id)) == 0 then return end
local member = cjson.encode({ id, 'watching', node })
if count > 0 then redis.call('ZADD', connections, now + ttl, member) else redis.call('ZREM', connections, member) end
setWatching(id, node, count)
`

export const READ_ATTENDANCE = `${ATTENDANCE}
removeExpiredConnections()
return attendanceOf(ARGV[1])
`

/** Arguments: matches of the shard. Returns the number of the last message about each, 0 if there is none. */
export const LAST_PUBLISHED = `${ATTENDANCE}
removeExpiredConnections()
local numbers = {}
for index, id in ipairs(ARGV) do numbers[index] = tonumber(redis.call('HGET', matchKey(id), 'published') or 0) end
return numbers
`
