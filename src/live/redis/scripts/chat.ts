import { CHAT_LINES_KEPT } from '../../port.ts'
import { CHAT_SETTLES_MS } from '../../retention.ts'
import { LIFETIME } from './lifetime.ts'

/*
 * Fields of the match: `said:<room>`, how many lines were said in a room; `muted:<seat>`, the seat does not want to
 * read.
 */

const MUTED = `
local function mutedSeatsOf(id)
  local field = redis.call('HMGET', matchKey(id), 'muted:0', 'muted:1')
  local seats = {}
  for seat = 0, 1 do
    if field[seat + 1] then seats[#seats + 1] = seat end
  end
  return seats
end
`

/**
 * Arguments: match, room, and the line without number and time (JSON). Returns the line; nothing for an unknown match.
 */
export const SAY = `${LIFETIME}${MUTED}
local id, room, said = unpack(ARGV)
local match, chat, outbox = matchKey(id), shard .. ':chat:' .. room .. ':' .. id, shard .. ':outbox'
local status = redis.call('HGET', match, 'status')
if not status then return end

local number = redis.call('HINCRBY', match, 'said:' .. room, 1)
local line = '{"number":' .. number .. ',"at":' .. now .. ',' .. string.sub(said, 2)
redis.call('RPUSH', chat, line)
redis.call('LTRIM', chat, -${CHAT_LINES_KEPT}, -1)

-- The chat is archived with the game: if that was done before, or is being done, it has to be done again.
if status == 'ended' then
  redis.call('HSETNX', match, 'again', now + ${CHAT_SETTLES_MS})
  if not redis.call('ZSCORE', outbox, id) then
    local again = redis.call('HGET', match, 'again')
    redis.call('ZADD', outbox, again, id)
    redis.call('ZADD', shard .. ':waiting', again, id)
  end
  forEachKey(id, 'PERSIST')
else
  redis.call('PEXPIREAT', chat, redis.call('PEXPIRETIME', match))
end
publish(id, '{"type":"chat","room":"' .. room .. '","line":' .. line .. ',"muted":[' ..
  table.concat(mutedSeatsOf(id), ',') .. ']}')
return line
`

export const MUTE = `
local id, seat, muted = ARGV[1], ARGV[2], ARGV[3] == '1'
local match = matchKey(id)
if redis.call('EXISTS', match) == 0 then return end
if muted then redis.call('HSET', match, 'muted:' .. seat, 1) else redis.call('HDEL', match, 'muted:' .. seat) end
`

export const READ_MUTED = `${MUTED}
return mutedSeatsOf(ARGV[1])
`
