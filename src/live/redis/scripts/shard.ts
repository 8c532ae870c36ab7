/*
 * Each script is one atomic step. Redis never undoes half a script, so every one checks first and writes after.
 *
 * All that a script touches lies in one shard. It is given the prefix of the shard's keys as its key, by which a cluster finds
 * the node, and makes the keys from it (they are listed in ../keys.ts), so that it can also do something to other matches of
 * the shard. Before their own arguments all scripts take the same ones: the shard's channel, and how long matches are kept.
 *
 * A match is a hash with the fields
 *   header (JSON), code, createdAt, status: waiting | playing | ended | aborted,
 *   and what attendance.ts, chat.ts, rematch.ts and outbox.ts say.
 * Its log is a list of entries (JSON), stored as they are published. Both keys expire at the same moment.
 */

/** What every script begins with. Messages carry how many there were on the channel, so that who misses one can tell. */
export const SHARD = `
local shard, channel = KEYS[1], ARGV[1]
local keepWaiting, keepPlaying, keepEnded = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

local function matchKey(id) return shard .. ':match:' .. id end
local function logKey(id) return shard .. ':log:' .. id end

-- In whole ms since 1970.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end

local function tell(id, what)
  local number = redis.call('INCR', shard .. ':published')
  redis.call('PUBLISH', channel, '{"number":' .. whole(number) .. ',"news":{"match":' .. cjson.encode(id) .. ',' .. what .. '}}')
end

local function expire(id, at)
  redis.call('PEXPIREAT', matchKey(id), whole(at))
  redis.call('PEXPIREAT', logKey(id), whole(at))
end
local function persist(id)
  redis.call('PERSIST', matchKey(id))
  redis.call('PERSIST', logKey(id))
end
`
