import { OUTAGE_MS } from '../../port.ts'
import { ATTENDANCE } from './attendance.ts'
import { DEADLINES } from './deadlines.ts'
import { LIFETIME } from './lifetime.ts'
import { LOG } from './log.ts'
import { STEP_LIMIT } from './prelude.ts'

/**
 * One operation of a heartbeat of a shard, which is short however many matches the shard has.
 *
 * `life` contains the last sign that the server is running (`beat`), how long all outages were together (`downtime`, in
 * ms), and the last moment at which no match was due time back (`settled`). While `settled` is not recent, matches with
 * a deadline are not committed to: see commit.ts.
 *
 * Argument: the greatest number of matches to return. Returns the time and, if nothing is left to do, matches whose
 * deadline has passed. Otherwise another operation must follow.
 */
export const HEARTBEAT = `${LOG}${ATTENDANCE}${DEADLINES}${LIFETIME}
local limit = ARGV[1]

-- The deadline of a match. If it has none, or has expired, the index is corrected.
local function deadlineOf(id)
  local last = redis.call('LINDEX', logKey(id), -1)
  local deadline = last and deadlineIn(last)
  if not deadline then removeDeadline(id) end
  return deadline
end

local function giveBack(id, ms)
  local deadline = deadlineOf(id)
  if not deadline then return end
  deadline = deadline + ms
  append(id, redis.call('LLEN', logKey(id)), deadline, '{"body":{"type":"downtime","ms":' .. ms .. '}}')
  redis.call('ZADD', deadlines, deadline, id)
  local match = matchKey(id)
  renewExpiry(id, redis.call('HGET', match, 'status'), deadline)
  -- Downtime is no absence.
  local isAway = false
  for _, field in ipairs({ 'away:0', 'away:1' }) do
    local since = redis.call('HGET', match, field)
    if since then redis.call('HSET', match, field, math.min(now, since + ms)) end
    isAway = isAway or since
  end
  if isAway then publishAttendance(id) end
end

local beat, downtime = unpack(redis.call('HMGET', life, 'beat', 'downtime'))
local silence = now - (beat or now)
downtime = tonumber(downtime or 0)
if silence > ${OUTAGE_MS} then downtime = downtime + silence end
redis.call('HSET', life, 'beat', now, 'downtime', downtime)

-- Connections that expired in an outage come first: their players have been away since then, less the downtime.
if removeExpiredConnections() then return { now } end

local due = redis.call(
  'ZRANGE', credited, '-inf', '(' .. downtime, 'BYSCORE', 'LIMIT', 0, ${STEP_LIMIT}, 'WITHSCORES'
)
for i = 1, #due, 2 do
  redis.call('ZADD', credited, downtime, due[i])
  giveBack(due[i], downtime - due[i + 1])
end
if #due == ${2 * STEP_LIMIT} then return { now } end
redis.call('HSET', life, 'settled', now)

-- A match may have a later deadline than the index says.
local overdue = {}
for _, id in ipairs(redis.call('ZRANGE', deadlines, '-inf', '(' .. now, 'BYSCORE', 'LIMIT', 0, limit)) do
  local deadline = deadlineOf(id)
  if deadline and deadline < now then
    overdue[#overdue + 1] = id
  elseif deadline then
    redis.call('ZADD', deadlines, deadline, id)
  end
end
return { now, overdue }
`
