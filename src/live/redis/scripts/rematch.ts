import { SHARD } from './shard.ts'

/* Of a match's hash: `rematch:<seat>`, of who wants to play again; `next` (JSON), the match that was then decided on. */

const REMATCH = `
-- As JSON.
local function rematchOf(id)
  local field = redis.call('HMGET', matchKey(id), 'rematch:0', 'rematch:1', 'next')
  local offered = {}
  for seat = 0, 1 do
    if field[seat + 1] then offered[#offered + 1] = seat end
  end
  return '{"offered":[' .. table.concat(offered, ',') .. '],"next":' .. (field[3] or 'null') .. '}'
end
`

/** Gives how things stand then, nothing if there is no such match or it is not over. */
export const OFFER_REMATCH = `${SHARD}${REMATCH}
local id, seat, proposed = ARGV[5], ARGV[6], ARGV[7]
local match = matchKey(id)
local status, players = unpack(redis.call('HMGET', match, 'status', 'players'))
if status ~= 'ended' and not (status == 'aborted' and players and #players == 2) then return false end
if redis.call('HSETNX', match, 'rematch:' .. seat, 1) == 1 then
  if redis.call('HEXISTS', match, 'rematch:' .. (1 - seat)) == 1 then redis.call('HSET', match, 'next', proposed) end
  tell(id, '"type":"rematch","rematch":' .. rematchOf(id))
end
return rematchOf(id)
`

export const READ_REMATCH = `${SHARD}${REMATCH}
return rematchOf(ARGV[5])
`
