import { LOBBY } from './lobby.ts'

/** The same steps as in embedded/pairing.ts: see there. Indices are places in the order of waiting. */
export const PAIR = `${LOBBY}
local pool, name = ARGV[2], ARGV[3]
local first, step, every, open, againAfter =
  tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local most, candidates, lease = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local keepOpponent, keepWaits, mostWaits = ARGV[12], ARGV[13], tonumber(ARGV[14])
local at = clock()
sweep(at)

local players, waited, window, rating = {}, {}, {}, {}
local waiting = redis.call('ZRANGE', waitingIn(pool), 0, most - 1, 'WITHSCORES')
for i = 1, #waiting, 2 do
  local ms = at - tonumber(waiting[i + 1])
  players[#players + 1] = waiting[i]
  waited[#players] = ms
  window[#players] = ms >= open and math.huge or first + step * math.floor(ms / every)
end
local CHUNK = 1000
for from = 1, #players, CHUNK do
  for i, text in ipairs(redis.call('HMGET', ratings, unpack(players, from, math.min(from + CHUNK - 1, #players)))) do
    rating[from + i - 1] = tonumber(text)
  end
end

local byRating, lower, higher = {}, {}, {}
for i = 1, #players do byRating[i] = i end
table.sort(byRating, function(a, b)
  if rating[a] ~= rating[b] then return rating[a] < rating[b] end
  return a < b
end)
for place = 2, #byRating do
  lower[byRating[place]] = byRating[place - 1]
  higher[byRating[place - 1]] = byRating[place]
end
local function unlink(i)
  local below, above = lower[i], higher[i]
  if below then higher[below] = above end
  if above then lower[above] = below end
end

local function gap(one, other) return math.abs(rating[one] - rating[other]) end
local function nearer(i, below, above)
  if not below or not above then return below or above end
  local down, up = gap(i, below), gap(i, above)
  return (down < up or (down == up and below < above)) and below or above
end
local function again(one, other)
  return redis.call('GET', opponentOf(players[one])) == players[other]
    or redis.call('GET', opponentOf(players[other])) == players[one]
end
local function mateOf(i)
  local below, above, same = lower[i], higher[i], nil
  for _ = 1, candidates do
    local mate = nearer(i, below, above)
    if not mate or gap(i, mate) > window[i] then break end
    if mate == below then below = lower[below] else above = higher[above] end
    if gap(i, mate) <= window[mate] then
      if not again(i, mate) then return mate end
      if not same and math.max(waited[i], waited[mate]) >= againAfter then same = mate end
    end
  end
  return same
end

local taken, made = {}, {}
for i = 1, #players do
  local mate = not taken[i] and mateOf(i)
  if mate then
    local id = name .. '-' .. whole(#made + 1)
    local texts = {}
    for _, one in ipairs({ math.min(i, mate), math.max(i, mate) }) do
      local player = players[one]
      local ticket = redis.call('HGET', tickets, player)
      taken[one] = true
      unlink(one)
      remove(player, ticket)
      texts[#texts + 1] = ticket
      redis.call('HSET', paired, player, id)
      redis.call('SET', opponentOf(player), players[one == i and mate or i], 'PX', keepOpponent)
      redis.call('LPUSH', waitsOf(pool), whole(waited[one]))
    end
    local pairing = '{"id":' .. cjson.encode(id) .. ',"pool":' .. cjson.encode(pool) .. ',"at":' .. whole(at)
      .. ',"tickets":[' .. table.concat(texts, ',') .. ']}'
    redis.call('HSET', pairings, id, pairing)
    redis.call('ZADD', leases, whole(at + lease), id)
    made[#made + 1] = pairing
  end
end
if #made > 0 then
  redis.call('LTRIM', waitsOf(pool), 0, mostWaits - 1)
  redis.call('PEXPIRE', waitsOf(pool), keepWaits)
end
return made
`

export const CLAIM_PAIRINGS = `${LOBBY}
local limit, lease, keepFor = ARGV[2], ARGV[3], tonumber(ARGV[4])
local at = clock()
sweep(at)
local claimed = {}
for _, id in ipairs(redis.call('ZRANGE', leases, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, limit)) do
  local pairing = redis.call('HGET', pairings, id)
  if cjson.decode(pairing).at + keepFor <= at then
    for _, ticket in ipairs(drop(id, pairing)) do tell('"left":' .. cjson.encode(ticket) .. ',"because":"failed"') end
  else
    redis.call('ZADD', leases, whole(at + lease), id)
    claimed[#claimed + 1] = pairing
  end
end
return claimed
`

export const PROPOSE = `${LOBBY}
local id, header = ARGV[2], ARGV[3]
if redis.call('HEXISTS', pairings, id) == 0 then return false end
redis.call('HSETNX', headers, id, header)
return redis.call('HGET', headers, id)
`

export const SETTLE = `${LOBBY}
local id, match, realTime, keepFound, keepPlaying = ARGV[2], ARGV[3], ARGV[4] == '1', ARGV[5], ARGV[6]
local pairing = redis.call('HGET', pairings, id)
if not pairing then return end
local at = clock()
local pool = cjson.decode(pairing).pool
for _, ticket in ipairs(drop(id, pairing)) do
  local player = ticket.player.id
  redis.call('SET', foundBy(player), match .. ' ' .. pool, 'PX', keepFound)
  if realTime then plays(player, match, at, keepPlaying) end
end
tell('"matched":' .. pairing .. ',"match":' .. cjson.encode(match))
`
