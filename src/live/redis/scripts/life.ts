import { OUTAGE_MS } from '../../port.ts'
import { AFTER_DEADLINE_MS } from '../../retention.ts'
import { ATTENDANCE } from './attendance.ts'
import { SHARD } from './shard.ts'

/**
 * How a match goes on by entries and by time. Needs SHARD and ATTENDANCE.
 *
 * A shard knows when it was last said to be alive: by a beat or a commit. Whichever comes first after a long silence gives the
 * time back to all matches of the shard that have a deadline, before it does anything else.
 */
export const LIFE = `
local deadlines = shard .. ':deadlines'

-- 'body' and 'actionId' are JSON; 'actionId' may be missing.
local function append(id, version, at, actionId, body)
  local entry = '{"version":' .. whole(version) .. ',"at":' .. whole(at)
  if actionId then entry = entry .. ',"actionId":' .. actionId end
  entry = entry .. ',"body":' .. body .. '}'
  redis.call('RPUSH', logKey(id), entry)
  tell(id, '"type":"entry","entry":' .. entry)
end

local function keep(id, status, now, deadline)
  local expiry = now + (status == 'waiting' and keepWaiting or keepPlaying)
  if deadline then expiry = math.max(expiry, deadline + ${AFTER_DEADLINE_MS}) end
  expire(id, expiry)
end

local function giveBack(id, ms, now)
  local match = matchKey(id)
  local status = redis.call('HGET', match, 'status')
  if not status then
    redis.call('ZREM', deadlines, id)
    return
  end
  append(id, redis.call('LLEN', logKey(id)) + 1, now, nil, '{"type":"downtime","ms":' .. whole(ms) .. '}')
  keep(id, status, now, tonumber(redis.call('ZINCRBY', deadlines, whole(ms), id)))
  local away = redis.call('HMGET', match, 'away:0', 'away:1')
  for seat = 0, 1 do
    local since = away[seat + 1]
    if since then redis.call('HSET', match, 'away:' .. seat, whole(math.min(now, since + ms))) end
  end
  if away[1] or away[2] then tellAttendance(id) end
end

local function live(now)
  local before = redis.call('SET', shard .. ':alive', whole(now), 'GET')
  local ms = before and now - before or 0
  if ms <= ${OUTAGE_MS} then return end
  sweep(now)
  for _, id in ipairs(redis.call('ZRANGE', deadlines, 0, -1)) do giveBack(id, ms, now) end
end
`

/** Gives the store's time, and matches whose deadline has passed. */
export const BEAT = `${SHARD}${ATTENDANCE}${LIFE}
local limit = ARGV[5]
local now = clock()
live(now)
sweep(now)
local overdue = {}
for _, id in ipairs(redis.call('ZRANGE', deadlines, '-inf', '(' .. whole(now), 'BYSCORE', 'LIMIT', 0, limit)) do
  if redis.call('EXISTS', matchKey(id)) == 1 then overdue[#overdue + 1] = id else redis.call('ZREM', deadlines, id) end
end
return { now, overdue }
`
