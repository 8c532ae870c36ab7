import { BROADCAST } from '../../scripts/broadcast.ts'
import { LUA_KEYS } from '../keys.ts'

/*
 * Each script is one atomic operation, and publishes what it changes. Redis does nothing else meanwhile: no script may
 * do more than a bounded amount of work. Every script gets the same keys; the keys of one player or pool lie in the
 * same slot. The first argument is always the channel.
 */

/** How many expired tickets one script removes. The scripts that follow remove the rest. */
const MOST_EXPIRED = 100

/** The beginning of every script. */
export const LOBBY = `${LUA_KEYS}
local channel = ARGV[1]
local last = redis.call('GET', published) or '0'
${BROADCAST}
-- Publishes a LobbyNews (JSON).
local function publish(news)
  last = broadcast(channel, last, news)
  redis.call('SET', published, last)
end

-- The store's time, in whole ms since 1970.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function whole(number) return string.format('%.0f', number) end
local function without(text) return string.sub(text, 1, -2) end

local function publishLeft(ticket, reason)
  publish('{"type":"left","ticket":' .. ticket .. ',"reason":"' .. reason .. '"}')
end

local function deleteTicket(player, ticket)
  redis.call('HDEL', tickets, player)
  redis.call('ZREM', deadlines, player)
  redis.call('ZREM', waitingIn(cjson.decode(ticket).pool), player)
end
local function remove(player, ticket, reason)
  deleteTicket(player, ticket)
  publishLeft(ticket, reason)
end
local function removeExpired(at)
  local expired = redis.call('ZRANGE', deadlines, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, ${MOST_EXPIRED})
  for _, player in ipairs(expired) do remove(player, redis.call('HGET', tickets, player), 'gone') end
end
-- The ticket of a player (JSON), false if the player does not wait. An expired ticket is removed.
local function ticketOf(player, at)
  local ticket = redis.call('HGET', tickets, player)
  if not ticket or tonumber(redis.call('ZSCORE', deadlines, player)) > at then return ticket end
  remove(player, ticket, 'gone')
  return false
end

local function status(player, at)
  local ticket = ticketOf(player, at)
  local pairing = redis.call('HGET', paired, player)
  return {
    ticket,
    pairing and redis.call('HGET', pairings, pairing),
    redis.call('GET', foundBy(player)),
    redis.call('ZRANGE', playedBy(player), 0, -1, 'REV'),
  }
end
local function began(player, match, at, keepFor)
  redis.call('ZADD', playedBy(player), 'NX', whole(at), match)
  redis.call('PEXPIRE', playedBy(player), keepFor)
end
`
