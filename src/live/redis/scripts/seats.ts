/**
 * The seats of each player, in an index: for each player a sorted set of the matches of the shard that have not ended and
 * in which the player has a seat, by when the player took it. It changes in the same operation as the match. It expires
 * not before any of its matches does; a match that expired before it is removed by its reader.
 */
export const SEATS = `
local function seatsKey(player) return shard .. ':seats:' .. player end

-- The set of a player expires not before a moment.
local function retainSeats(player, expiry)
  local key = seatsKey(player)
  if redis.call('PEXPIRETIME', key) < expiry then redis.call('PEXPIREAT', key, expiry) end
end

-- A player has taken a seat of a match.
local function addSeat(id, player)
  redis.call('ZADD', seatsKey(player), now, id)
  retainSeats(player, redis.call('PEXPIRETIME', logKey(id)))
end

-- The match has ended.
local function removeSeats(id)
  for _, player in ipairs(redis.call('HMGET', matchKey(id), 'player:0', 'player:1')) do
    if player then redis.call('ZREM', seatsKey(player), id) end
  end
end
`
