/*
 * Fields of the match: `rematch:<seat>`, the seat wants to play again; `next`, the header of the next match (JSON);
 * `next-began`, the next match has begun.
 */

export const REMATCH = `
local function rematchOf(id)
  local field = redis.call('HMGET', matchKey(id), 'rematch:0', 'rematch:1', 'next', 'next-began')
  local offered = {}
  for seat = 0, 1 do
    if field[seat + 1] then offered[#offered + 1] = seat end
  end
  return '{"offered":[' .. table.concat(offered, ',') .. '],"next":' .. (field[3] or 'null') ..
    (field[4] and ',"began":true' or '') .. '}'
end

local function publishRematch(id)
  publish(id, '{"type":"rematch","rematch":' .. rematchOf(id) .. '}')
end
`

/**
 * Arguments: match, seat, and the proposed header. Returns a RematchState; nothing if there is no rematch of the match.
 */
export const OFFER_REMATCH = `${REMATCH}
local id, seat, proposed = unpack(ARGV)
local match = matchKey(id)
local status, first, second = unpack(redis.call('HMGET', match, 'status', 'player:0', 'player:1'))
if status ~= 'ended' and not (status == 'aborted' and first and second) then return end
if redis.call('HSETNX', match, 'rematch:' .. seat, 1) == 1 then
  if redis.call('HEXISTS', match, 'rematch:' .. (1 - seat)) == 1 then redis.call('HSETNX', match, 'next', proposed) end
  publishRematch(id)
end
return rematchOf(id)
`

export const REMATCH_BEGAN = `
local match = matchKey(ARGV[1])
if redis.call('HEXISTS', match, 'next') == 1 then redis.call('HSET', match, 'next-began', 1) end
`

export const READ_REMATCH = `${REMATCH}
return rematchOf(ARGV[1])
`
