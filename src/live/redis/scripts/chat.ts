import { CHAT_LINES_KEPT } from '../../port.ts'
import { CHAT_SETTLES_MS } from '../../retention.ts'
import { SHARD } from './shard.ts'

/*
 * Of a match's hash: `said:<room>`, how many lines were said in a room; `chat:<room>:<number>`, the last of them (JSON);
 * `muted:<seat>`, of who does not want to read them.
 */

const MUTED = `
local function mutedOf(id)
  local field = redis.call('HMGET', matchKey(id), 'muted:0', 'muted:1')
  local seats = {}
  for seat = 0, 1 do
    if field[seat + 1] then seats[#seats + 1] = seat end
  end
  return seats
end
`

/** `said` is a JSON object that is not empty. Gives the whole line, nothing if there is no such match. */
export const SAY = `${SHARD}${MUTED}
local id, room, said = ARGV[5], ARGV[6], ARGV[7]
local match, outbox = matchKey(id), shard .. ':outbox'
local status = redis.call('HGET', match, 'status')
if not status then return false end
local now = clock()
local number = redis.call('HINCRBY', match, 'said:' .. room, 1)
local line = '{"number":' .. whole(number) .. ',"at":' .. whole(now) .. ',' .. string.sub(said, 2)
redis.call('HSET', match, 'chat:' .. room .. ':' .. number, line)
redis.call('HDEL', match, 'chat:' .. room .. ':' .. (number - ${CHAT_LINES_KEPT}))
if status == 'ended' then
  redis.call('HSETNX', match, 'again', whole(now + ${CHAT_SETTLES_MS}))
  if not redis.call('ZSCORE', outbox, id) then
    redis.call('ZADD', outbox, redis.call('HGET', match, 'again'), id)
    persist(id)
  end
end
tell(id, '"type":"chat","room":"' .. room .. '","line":' .. line .. ',"muted":[' .. table.concat(mutedOf(id), ',') .. ']')
return line
`

export const READ_CHAT = `${SHARD}
local id, room = ARGV[5], ARGV[6]
local match = matchKey(id)
local last = tonumber(redis.call('HGET', match, 'said:' .. room) or 0)
if last == 0 then return {} end
local fields = {}
for number = math.max(1, last - ${CHAT_LINES_KEPT - 1}), last do fields[#fields + 1] = 'chat:' .. room .. ':' .. number end
return redis.call('HMGET', match, unpack(fields))
`

export const MUTE = `${SHARD}
local id, seat, muted = ARGV[5], ARGV[6], ARGV[7] == '1'
local match = matchKey(id)
if redis.call('EXISTS', match) == 0 then return end
if muted then redis.call('HSET', match, 'muted:' .. seat, 1) else redis.call('HDEL', match, 'muted:' .. seat) end
`

export const READ_MUTED = `${SHARD}${MUTED}
return mutedOf(ARGV[5])
`
