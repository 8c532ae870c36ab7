import { OUTAGE_MS } from '../../port.ts'
import { ATTENDANCE } from './attendance.ts'
import { DEADLINES } from './deadlines.ts'
import { LIFETIME } from './lifetime.ts'
import { LOG } from './log.ts'
import { REMATCH } from './rematch.ts'
import { SEATS } from './seats.ts'

/** How many arguments each commit has. */
const COMMIT_ARGUMENTS = 7

/**
 * One commit. Arguments:
 * - the match
 * - the version: the length of the log that the node knows
 * - the time of the last entry that the node knows, or of the creation; '' if any will do
 * - the text of the entry; see ../log.ts
 * - the new deadline: '' to leave it as it is, 'none', a moment, or '+' and how many ms after this commit
 * - JSON of `ends`, `offeredFrom`, `joins` (the seat that is taken) and `listed` (whether the seat is listed for its
 *   player), `condition`, and `botTurn` (its lease, ms; -1 if the match awaits no bot); '' if there is nothing of it
 * - the player who takes a seat, or ''
 *
 * With `ends`, the JSON may have `next`: the header of the next match, as a text of JSON.
 *
 * Returns the status and what belongs to it. `downtime`: matches of the shard may be due time back, which a heartbeat
 * has to give them first.
 *
 * This script runs for every move. Functions that a move does not need are defined where they are used.
 */
const COMMIT = `${LOG}${DEADLINES}${LIFETIME}
local id, version, follows, entry, change = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local rest = ARGV[6] ~= '' and cjson.decode(ARGV[6])
local ends, joins, condition = rest and rest.ends, rest and rest.joins, rest and rest.condition
local log, match = logKey(id), matchKey(id)

local length = redis.call('LLEN', log) - 1
if length < 0 then
  removeDeadline(id)
  return { 'unknown' }
end
if length ~= version then return { 'stale', length } end
local last = redis.call('LINDEX', log, -1)
if follows ~= '' and follows ~= string.match(last, '^%d+') then return { 'stale', length } end

local before = deadlineIn(last)
local deadline = before
if change == 'none' then
  deadline = nil
elseif change ~= '' then
  deadline = tonumber(change) + (string.sub(change, 1, 1) == '+' and now or 0)
end

if before or deadline then
  local silence = now - (redis.call('HGET', life, 'settled') or now)
  if silence > ${OUTAGE_MS} then return { 'downtime' } end
  -- A commit shows as well as a heartbeat that the server is running. It says so if no heartbeat has done so lately.
  if silence > ${OUTAGE_MS / 3} then redis.call('HSET', life, 'beat', now, 'settled', now) end
end

local overdue = before and now > before
if condition and condition.is == 'overdue' then
  if not overdue then return { 'premature' } end
elseif overdue then
  return { 'late' }
elseif condition and condition.is == 'away' then
  ${ATTENDANCE}
  removeExpiredConnections()
  local since = redis.call('HGET', match, 'away:' .. condition.seat)
  if not since or now - since < condition.ms then return { 'premature' } end
end

-- What follows the end changes nothing but the log. A match with a deadline has not ended.
local status = (rest or not before) and redis.call('HGET', match, 'status') or 'playing'
local isOver = status ~= 'waiting' and status ~= 'playing'
if isOver or ends then deadline = nil end

append(id, version + 1, deadline, entry)
local committed, seated = { 'committed', now }, false
if isOver then return committed end

if rest then
  ${ATTENDANCE}
  if status == 'waiting' and (ends or joins) then
    -- The code is used: the caller retains its key for a while.
    committed[3] = redis.call('HGET', match, 'code')
    status = 'playing'
  end
  if ends then status = ends == 'game' and 'ended' or 'aborted' end
  redis.call('HSET', match, 'status', status)
  seated = joins and addPlayer(id, joins, ARGV[7])
end

if rest and (rest.botTurn or ends) then
  local turns, lease = shard .. ':bot-turns', not ends and rest.botTurn or -1
  if lease >= 0 then redis.call('ZADD', turns, now + lease, id) else redis.call('ZREM', turns, id) end
end

if not deadline then
  if before then removeDeadline(id) end
elseif not before then
  redis.call('ZADD', deadlines, deadline, id)
  redis.call('ZADD', credited, redis.call('HGET', life, 'downtime') or 0, id)
elseif deadline < before then
  redis.call('ZADD', deadlines, 'LT', deadline, id)
end

if ends == 'game' then
  local offered = math.max(now, rest.offeredFrom or 0)
  redis.call('ZADD', shard .. ':outbox', offered, id)
  redis.call('ZADD', shard .. ':waiting', offered, id)
  forEachKey(id, 'PERSIST')
elseif ends then
  forEachKey(id, 'PEXPIREAT', now + endedMs)
else
  renewExpiry(id, status, deadline)
end
if ends == 'game' and rest.next and redis.call('HSETNX', match, 'next', rest.next) == 1 then
  ${REMATCH}
  publishRematch(id)
end
if ends or seated then
  ${SEATS}
  if ends then removeSeats(id) elseif rest.listed then addSeat(id, ARGV[7]) end
end
return committed
`

/**
 * Several commits, each for itself, in their order: what one of them changes or fails by is nothing to the others. Their
 * keys are those of their shards, and each has its own arguments in turn. Returns what each returns, or `failed` and the
 * error.
 * @param prelude the beginning of the script of one commit.
 */
export const commits = (prelude: string): string => `
local function commit(KEYS, ARGV)
${prelude}${COMMIT}
end
local replies = {}
for i = 1, #KEYS do
  local last = i * ${COMMIT_ARGUMENTS}
  local isDone, reply = pcall(commit, { KEYS[i] }, { unpack(ARGV, last - ${COMMIT_ARGUMENTS - 1}, last) })
  replies[i] = isDone and reply or { 'failed', type(reply) == 'table' and reply.err or tostring(reply) }
end
return replies
`
