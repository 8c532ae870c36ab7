import type { Cluster, Redis } from 'ioredis'

/*
 * Each script is one atomic step. Redis never undoes half a script, so every one checks first and writes after.
 * A match is a hash with the fields
 *   header (JSON), code, createdAt, status: waiting | playing | ended,
 *   and `action:<seat>:<actionId>` = `<version> <at>` for every command that was committed under an id.
 * Its log is a list of entries (JSON), stored as they are published. Both keys expire at the same moment.
 */

/** The store's time, in whole ms since 1970. */
const CLOCK = `
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end
`

/** Messages carry how many there were on the channel, so that who misses one can tell. */
const TELL = `
local function tell(counter, channel, match, what)
  local number = redis.call('INCR', counter)
  redis.call('PUBLISH', channel, '{"number":' .. whole(number) .. ',"match":' .. match .. ',' .. what .. '}')
end
`

const CREATE = `${CLOCK}
local match = KEYS[1]
local header, code, keepFor = ARGV[1], ARGV[2], ARGV[3]
if redis.call('EXISTS', match) == 1 then return false end
local at = clock()
redis.call('HSET', match, 'header', header, 'code', code, 'createdAt', whole(at), 'status', 'waiting')
redis.call('PEXPIREAT', match, whole(at + keepFor))
return at
`

const LOAD = `
local match, log = KEYS[1], KEYS[2]
local head = redis.call('HMGET', match, 'header', 'createdAt')
if not head[1] then return false end
return { head[1], head[2], redis.call('LRANGE', log, 0, -1) }
`

const ENTRIES = `
local match, log = KEYS[1], KEYS[2]
local version = ARGV[1]
if redis.call('EXISTS', match) == 0 then return false end
return redis.call('LRANGE', log, version, -1)
`

const COMMIT = `${CLOCK}${TELL}
local match, log, outbox, counter = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, version, action, actionId, body = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local joins, ends = ARGV[6] == '1', ARGV[7] == '1'
local keepWaiting, keepPlaying = ARGV[8], ARGV[9]
local channel, quotedId = ARGV[10], ARGV[11]

local status = redis.call('HGET', match, 'status')
if not status then return { 'unknown' } end
if action ~= '' then
  local before = redis.call('HGET', match, action)
  if before then
    local committed, at = string.match(before, '^(%d+) (%d+)$')
    return { 'duplicate', tonumber(committed), tonumber(at) }
  end
end
local length = redis.call('LLEN', log)
if length ~= version then return { 'stale', length } end

version = version + 1
local at = clock()
local entry = '{"version":' .. whole(version) .. ',"at":' .. whole(at)
if action ~= '' then entry = entry .. ',"actionId":' .. actionId end
entry = entry .. ',"body":' .. body .. '}'

local code = status == 'waiting' and (joins or ends) and redis.call('HGET', match, 'code')
redis.call('RPUSH', log, entry)
if action ~= '' then redis.call('HSET', match, action, whole(version) .. ' ' .. whole(at)) end
if ends then
  status = 'ended'
  redis.call('HSET', match, 'status', status)
  redis.call('ZADD', outbox, whole(at), id)
  redis.call('PERSIST', match)
  redis.call('PERSIST', log)
elseif joins and status == 'waiting' then
  status = 'playing'
  redis.call('HSET', match, 'status', status)
end
if status ~= 'ended' then
  local expiry = whole(at + (status == 'waiting' and keepWaiting or keepPlaying))
  redis.call('PEXPIREAT', match, expiry)
  redis.call('PEXPIREAT', log, expiry)
end
tell(counter, channel, quotedId, '"entry":' .. entry)
return { 'committed', version, at, code }
`

const CLAIM = `${CLOCK}
local outbox = KEYS[1]
local limit, lease = ARGV[1], ARGV[2]
local at = clock()
local due = redis.call('ZRANGE', outbox, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, limit)
for _, id in ipairs(due) do redis.call('ZADD', outbox, whole(at + lease), id) end
return due
`

const SETTLE = `${CLOCK}
local match, log, outbox = KEYS[1], KEYS[2], KEYS[3]
local id, keepFor = ARGV[1], ARGV[2]
if redis.call('ZREM', outbox, id) == 0 then return end
local expiry = whole(clock() + keepFor)
redis.call('PEXPIREAT', match, expiry)
redis.call('PEXPIREAT', log, expiry)
`

const RELEASE_CODE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
`

/**
 * Connections are kept for a whole shard: whoever asks anything of it also takes away what has expired in it, and says so.
 * A member of `connections` is the JSON of [match, seat, connection], a field of `seats` that of [match, seat].
 */
const PRESENCE = `${CLOCK}${TELL}
local connections, seats, counter = KEYS[1], KEYS[2], KEYS[3]
local channel = ARGV[1]

local function taken(match)
  local list = {}
  for seat = 0, 1 do
    if redis.call('HEXISTS', seats, cjson.encode({ match, seat })) == 1 then list[#list + 1] = seat end
  end
  return list
end
local function count(match, seat, by)
  local field = cjson.encode({ match, seat })
  local now = redis.call('HINCRBY', seats, field, by)
  if now <= 0 then redis.call('HDEL', seats, field) end
  if now <= 0 or now == by then
    tell(counter, channel, cjson.encode(match), '"seats":[' .. table.concat(taken(match), ',') .. ']')
  end
end
local function sweep(at)
  for _, member in ipairs(redis.call('ZRANGE', connections, '-inf', whole(at), 'BYSCORE')) do
    redis.call('ZREM', connections, member)
    local match, seat = unpack(cjson.decode(member))
    count(match, seat, -1)
  end
end
`

const CONNECT = `${PRESENCE}
local match, seat, connection, keepFor = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local at = clock()
if redis.call('ZADD', connections, whole(at + keepFor), cjson.encode({ match, seat, connection })) == 1 then
  count(match, seat, 1)
end
sweep(at)
`

const DISCONNECT = `${PRESENCE}
local match, seat, connection = ARGV[2], tonumber(ARGV[3]), ARGV[4]
if redis.call('ZREM', connections, cjson.encode({ match, seat, connection })) == 1 then count(match, seat, -1) end
sweep(clock())
`

const PRESENT = `${PRESENCE}
sweep(clock())
return taken(ARGV[2])
`

const TEND = `${PRESENCE}
sweep(clock())
return tonumber(redis.call('GET', counter) or 0)
`

/** What a script takes: its keys, then its arguments, in the order in which it names them. */
type Script<Result> = (...keysAndArguments: (string | number)[]) => Promise<Result>

/** The scripts as commands. */
export interface Scripts {
  /** When it was created, null if the id is taken. */
  createMatch: Script<number | null>
  loadMatch: Script<[header: string, createdAt: string, entries: string[]] | null>
  matchEntries: Script<string[] | null>
  commitEntry: Script<
    | [status: 'committed', version: number, at: number, usedCode: string | null]
    | [status: 'duplicate', version: number, at: number]
    | [status: 'stale', version: number]
    | [status: 'unknown']
  >
  claimEnded: Script<string[]>
  settleMatch: Script<null>
  releaseCode: Script<null>
  connectSeat: Script<null>
  disconnectSeat: Script<null>
  presentSeats: Script<(0 | 1)[]>
  /** Takes away expired connections; how many messages were published on the shard's channel. */
  tendShard: Script<number>
}

const DEFINITIONS: Record<keyof Scripts, { lua: string; numberOfKeys: number }> = {
  createMatch: { lua: CREATE, numberOfKeys: 1 },
  loadMatch: { lua: LOAD, numberOfKeys: 2 },
  matchEntries: { lua: ENTRIES, numberOfKeys: 2 },
  commitEntry: { lua: COMMIT, numberOfKeys: 4 },
  claimEnded: { lua: CLAIM, numberOfKeys: 1 },
  settleMatch: { lua: SETTLE, numberOfKeys: 3 },
  releaseCode: { lua: RELEASE_CODE, numberOfKeys: 1 },
  connectSeat: { lua: CONNECT, numberOfKeys: 3 },
  disconnectSeat: { lua: DISCONNECT, numberOfKeys: 3 },
  presentSeats: { lua: PRESENT, numberOfKeys: 3 },
  tendShard: { lua: TEND, numberOfKeys: 3 },
}

/** Teaches a client the scripts: they travel once for each connection, after that by their hash. */
export function withScripts<Client extends Redis | Cluster>(client: Client): Client & Scripts {
  for (const [name, definition] of Object.entries(DEFINITIONS)) client.defineCommand(name, definition)
  return client as Client & Scripts
}
