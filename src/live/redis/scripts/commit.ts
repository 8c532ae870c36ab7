import { ATTENDANCE } from './attendance.ts'
import { LIFE } from './life.ts'
import { SHARD } from './shard.ts'

/** Gives the status, the store's time, and what belongs to the status. */
export const COMMIT = `${SHARD}${ATTENDANCE}${LIFE}
local id, version, action, actionId, body = ARGV[5], tonumber(ARGV[6]), ARGV[7], ARGV[8], ARGV[9]
local joiner, ends = ARGV[10], ARGV[11]
local deadlineIs, deadlineMs = ARGV[12], tonumber(ARGV[13])
local condition, awaySeat, awayMs = ARGV[14], ARGV[15], tonumber(ARGV[16])

local match = matchKey(id)
local now = clock()
live(now)

local status, before = unpack(redis.call('HMGET', match, 'status', action))
if not status then
  redis.call('ZREM', deadlines, id)
  return { 'unknown', now }
end
if before then
  local committed, at = string.match(before, '^(%d+) (%d+)$')
  return { 'duplicate', now, tonumber(committed), tonumber(at) }
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

append(id, version + 1, now, action ~= '' and actionId, body)
if action ~= '' then redis.call('HSET', match, action, whole(version + 1) .. ' ' .. whole(now)) end
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
