import { ATTENDANCE } from './attendance.ts'
import { LIFE } from './life.ts'
import { SHARD } from './shard.ts'

/** Gives the status, the store's time, and what belongs to the status. */
export const COMMIT = `${SHARD}${ATTENDANCE}${LIFE}
local id, version, actionId, body = ARGV[5], tonumber(ARGV[6]), ARGV[7], ARGV[8]
local joiner, ends = ARGV[9], ARGV[10]
local deadlineIs, deadlineMs = ARGV[11], tonumber(ARGV[12])
local condition, awaySeat, awayMs = ARGV[13], ARGV[14], tonumber(ARGV[15])

local match = matchKey(id)
local now = clock()
live(now)

local status = redis.call('HGET', match, 'status')
if not status then
  redis.call('ZREM', deadlines, id)
  return { 'unknown', now }
end
local length = redis.call('LLEN', logKey(id))
if length ~= version then return { 'stale', now, length } end

local deadline = tonumber(redis.call('ZSCORE', deadlines, id) or nil)
local overdue = deadline ~= nil and now > deadline
if condition == 'overdue' then
  if not overdue then return { 'premature', now } end
elseif overdue then
  return { 'late', now }
elseif condition == 'away' then
  sweep(now)
  local since = redis.call('HGET', match, 'away:' .. awaySeat)
  if not since or now - since < awayMs then return { 'premature', now } end
end

append(id, version + 1, now, actionId ~= '' and actionId, body)
local code = status == 'waiting' and (joiner ~= '' or ends ~= '') and redis.call('HGET', match, 'code')

if status == 'waiting' or status == 'playing' then
  if ends ~= '' then
    redis.call('ZREM', deadlines, id)
    redis.call('HSET', match, 'status', ends == 'game' and 'ended' or 'aborted')
    if ends == 'game' then
      redis.call('ZADD', shard .. ':outbox', whole(now), id)
      persist(id)
    else
      expire(id, now + keepEnded)
    end
  else
    if joiner ~= '' and status == 'waiting' then
      status = 'playing'
      redis.call('HSET', match, 'status', status)
    end
    if deadlineIs == 'none' then
      deadline = nil
      redis.call('ZREM', deadlines, id)
    elseif deadlineIs ~= '' then
      deadline = deadlineIs == 'after' and now + deadlineMs or deadlineMs
      redis.call('ZADD', deadlines, whole(deadline), id)
    end
    keep(id, status, now, deadline)
  end
  if joiner ~= '' and not hasPlayer(match, joiner) then
    redis.call('HSET', match, 'players', (redis.call('HGET', match, 'players') or '') .. joiner)
    if redis.call('HEXISTS', match, 'here:' .. joiner) == 0 then
      redis.call('HSET', match, 'away:' .. joiner, whole(now))
      tellAttendance(id)
    end
  end
end
return { 'committed', now, version + 1, code }
`
