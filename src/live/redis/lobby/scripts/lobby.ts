import { LUA_KEYS } from '../keys.ts'

/*
 * Each script is one atomic step, and publishes what it changes. Every one gets the same keys; those that are made from the
 * name of a player or a pool lie in the same slot. The first argument is always the channel.
 */

/** What every script begins with. */
export const LOBBY = `${LUA_KEYS}
local channel = ARGV[1]

-- The store's time, in whole ms since 1970.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end

-- Messages carry how many there were, so that who misses one can tell.
local function tell(what)
  local number = redis.call('INCR', published)
  redis.call('PUBLISH', channel, '{"number":' .. whole(number) .. ',' .. what .. '}')
end

local function remove(player, ticket)
  redis.call('HDEL', tickets, player)
  redis.call('HDEL', ratings, player)
  redis.call('ZREM', deadlines, player)
  redis.call('ZREM', waitingIn(cjson.decode(ticket).pool), player)
end
local function take(player, because)
  local ticket = redis.call('HGET', tickets, player)
  if not ticket then return false end
  remove(player, ticket)
  tell('"left":' .. ticket .. ',"because":"' .. because .. '"')
  return ticket
end
local function sweep(at)
  for _, player in ipairs(redis.call('ZRANGE', deadlines, '-inf', whole(at), 'BYSCORE')) do take(player, 'gone') end
end

local function standing(player)
  local pairing = redis.call('HGET', paired, player)
  return {
    redis.call('HGET', tickets, player),
    pairing and redis.call('HGET', pairings, pairing),
    redis.call('GET', foundBy(player)),
    redis.call('ZRANGE', playedBy(player), 0, -1, 'REV'),
  }
end
local function plays(player, match, at, keepFor)
  redis.call('ZADD', playedBy(player), 'NX', whole(at), match)
  redis.call('PEXPIRE', playedBy(player), keepFor)
end
local function drop(id, pairing)
  redis.call('HDEL', pairings, id)
  redis.call('ZREM', leases, id)
  redis.call('HDEL', headers, id)
  local both = cjson.decode(pairing).tickets
  for _, ticket in ipairs(both) do redis.call('HDEL', paired, ticket.player.id) end
  return both
end
local function without(text) return string.sub(text, 1, -2) end
`

/** How many messages were published. */
export const PUBLISHED = `${LOBBY}
return tonumber(redis.call('GET', published) or 0)
`
