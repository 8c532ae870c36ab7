import type { Cluster, Redis } from 'ioredis'
import { LOBBY_KEYS, LUA_KEYS } from './keys.ts'

/*
 * Each script is one atomic step, and publishes what it changes. Every one gets the same keys; those that are made from the
 * name of a player or a pool lie in the same slot. The first argument is always the channel.
 */
const LOBBY = `${LUA_KEYS}
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

const JOIN = `${LOBBY}
local player, pool, rating, ticket, keepFor, realTime = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7] == '1'
local at = clock()
sweep(at)
if redis.call('HEXISTS', paired, player) == 1 then return standing(player) end
if realTime and redis.call('EXISTS', playedBy(player)) == 1 then return standing(player) end
local before = redis.call('HGET', tickets, player)
if before and cjson.decode(before).pool == pool then
  redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + keepFor), player)
else
  if before then remove(player, before) end
  ticket = without(ticket) .. ',"since":' .. whole(at) .. '}'
  redis.call('HSET', tickets, player, ticket)
  redis.call('HSET', ratings, player, rating)
  redis.call('ZADD', deadlines, whole(at + keepFor), player)
  redis.call('ZADD', waitingIn(pool), whole(at), player)
  tell('"joined":' .. ticket)
end
redis.call('DEL', foundBy(player))
return standing(player)
`

const KEEP = `${LOBBY}
local keepFor = ARGV[2]
local at = clock()
sweep(at)
local absent = {}
for i = 3, #ARGV do
  if redis.call('HEXISTS', tickets, ARGV[i]) == 1 then
    redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + keepFor), ARGV[i])
  else
    absent[#absent + 1] = ARGV[i]
  end
end
return absent
`

const LEAVE = `${LOBBY}
sweep(clock())
return take(ARGV[2], 'left')
`

const STANDING = `${LOBBY}
sweep(clock())
return standing(ARGV[2])
`

const CROWDS = `${LOBBY}
sweep(clock())
local crowds = {}
for i = 2, #ARGV do
  crowds[#crowds + 1] = { redis.call('ZCARD', waitingIn(ARGV[i])), redis.call('LRANGE', waitsOf(ARGV[i]), 0, -1) }
end
return crowds
`

/** The same steps as in embedded/pairing.ts: see there. Indices are places in the order of waiting. */
const PAIR = `${LOBBY}
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

const CLAIM_PAIRINGS = `${LOBBY}
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

const PROPOSE = `${LOBBY}
local id, header = ARGV[2], ARGV[3]
if redis.call('HEXISTS', pairings, id) == 0 then return false end
redis.call('HSETNX', headers, id, header)
return redis.call('HGET', headers, id)
`

const SETTLE = `${LOBBY}
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

const BEGAN = `${LOBBY}
local match, keepPlaying = ARGV[2], ARGV[3]
local at = clock()
sweep(at)
for i = 4, #ARGV do
  plays(ARGV[i], match, at, keepPlaying)
  take(ARGV[i], 'playing')
end
`

const OVER = `${LOBBY}
local match = ARGV[2]
for i = 3, #ARGV do
  redis.call('ZREM', playedBy(ARGV[i]), match)
  local found = redis.call('GET', foundBy(ARGV[i]))
  if found and string.match(found, '^%S+') == match then redis.call('DEL', foundBy(ARGV[i])) end
end
`

const RESERVE_TABLE = `${LOBBY}
local match, host, text, most = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
if redis.call('HEXISTS', tables, match) == 1 then return 1 end
if tonumber(redis.call('HGET', hosts, host) or 0) >= most then return 0 end
local at = clock()
redis.call('HSET', tables, match, without(text) .. ',"createdAt":' .. whole(at) .. '}')
redis.call('HINCRBY', hosts, host, 1)
redis.call('ZADD', looks, whole(at), match)
return 1
`

const OPEN_TABLE = `${LOBBY}
local match, code = ARGV[2], ARGV[3]
local text = redis.call('HGET', tables, match)
if not text then return end
if redis.call('ZADD', listed, 'NX', whole(cjson.decode(text).createdAt), match) == 0 then return end
text = without(text) .. ',"code":' .. cjson.encode(code) .. '}'
redis.call('HSET', tables, match, text)
tell('"opened":' .. text)
`

const CLOSE_TABLE = `${LOBBY}
local match = ARGV[2]
local text = redis.call('HGET', tables, match)
if not text then return end
local host = cjson.decode(text).host.id
redis.call('HDEL', tables, match)
redis.call('ZREM', looks, match)
if redis.call('HINCRBY', hosts, host, -1) <= 0 then redis.call('HDEL', hosts, host) end
if redis.call('ZREM', listed, match) == 1 then tell('"closed":' .. cjson.encode(match)) end
`

const LIST_TABLES = `${LOBBY}
local newest = redis.call('ZRANGE', listed, 0, ARGV[2] - 1, 'REV')
if #newest == 0 then return {} end
return redis.call('HMGET', tables, unpack(newest))
`

const CLAIM_TABLES = `${LOBBY}
local limit, every = ARGV[2], ARGV[3]
local at = clock()
local due = redis.call('ZRANGE', looks, '-inf', whole(at - every), 'BYSCORE', 'LIMIT', 0, limit)
if #due == 0 then return {} end
for _, match in ipairs(due) do redis.call('ZADD', looks, whole(at), match) end
return redis.call('HMGET', tables, unpack(due))
`

const PUBLISHED = `${LOBBY}
return tonumber(redis.call('GET', published) or 0)
`

/** What a script takes after the keys: the channel, then the other arguments in the order in which it names them. */
type Script<Result> = (...keysAndArguments: (string | number)[]) => Promise<Result>

/** A ticket, a pairing (both JSON), "<match> <pool>", and matches. */
export type StandingReply = [ticket: string | null, pairing: string | null, found: string | null, playing: string[]]

/** Takes away who is not connected any more. */
const SWEEP_ONLINE = `
local function sweepOnline(at)
  local gone = redis.call('ZRANGE', online, '-inf', whole(at), 'BYSCORE')
  for _, player in ipairs(gone) do
    redis.call('ZREM', online, player)
    redis.call('ZREM', roster, player)
    redis.call('HDEL', names, player)
  end
end
`

const GREET = `${LOBBY}${SWEEP_ONLINE}
local keepFor = ARGV[2]
local at = clock()
for index = 3, #ARGV, 2 do
  local player, name = ARGV[index], ARGV[index + 1]
  redis.call('ZADD', online, 'GT', whole(at + keepFor), player)
  redis.call('ZADD', roster, 0, player)
  redis.call('HSET', names, player, name)
end
sweepOnline(at)
`

const ONLINE = `${LOBBY}${SWEEP_ONLINE}
local limit, after = ARGV[2], ARGV[3]
sweepOnline(clock())
local page = redis.call('ZRANGE', roster, after == '' and '-' or '(' .. after, '+', 'BYLEX', 'LIMIT', 0, limit)
local reply = { redis.call('ZCARD', online) }
for _, player in ipairs(page) do
  reply[#reply + 1] = player
  reply[#reply + 1] = redis.call('HGET', names, player)
end
return reply
`

/** The scripts as commands. */
export interface LobbyScripts {
  lobbyJoin: Script<StandingReply>
  lobbyKeep: Script<string[]>
  lobbyLeave: Script<string | null>
  lobbyStanding: Script<StandingReply>
  lobbyCrowds: Script<[waiting: number, waits: string[]][]>
  lobbyPair: Script<string[]>
  lobbyClaimPairings: Script<string[]>
  lobbyPropose: Script<string | null>
  lobbySettle: Script<null>
  lobbyBegan: Script<null>
  lobbyOver: Script<null>
  /** 0: the host has too many. */
  lobbyReserveTable: Script<0 | 1>
  lobbyOpenTable: Script<null>
  lobbyCloseTable: Script<null>
  lobbyTables: Script<string[]>
  lobbyClaimTables: Script<string[]>
  lobbyGreet: Script<null>
  /** How many are connected; then, of the page, id and name in turn. */
  lobbyOnline: Script<[count: number, ...page: string[]]>
  /** How many messages were published. */
  lobbyPublished: Script<number>
}

const SCRIPTS: Record<keyof LobbyScripts, string> = {
  lobbyGreet: GREET,
  lobbyOnline: ONLINE,
  lobbyJoin: JOIN,
  lobbyKeep: KEEP,
  lobbyLeave: LEAVE,
  lobbyStanding: STANDING,
  lobbyCrowds: CROWDS,
  lobbyPair: PAIR,
  lobbyClaimPairings: CLAIM_PAIRINGS,
  lobbyPropose: PROPOSE,
  lobbySettle: SETTLE,
  lobbyBegan: BEGAN,
  lobbyOver: OVER,
  lobbyReserveTable: RESERVE_TABLE,
  lobbyOpenTable: OPEN_TABLE,
  lobbyCloseTable: CLOSE_TABLE,
  lobbyTables: LIST_TABLES,
  lobbyClaimTables: CLAIM_TABLES,
  lobbyPublished: PUBLISHED,
}

/** Teaches a client the scripts: they travel once for each connection, after that by their hash. */
export function withLobbyScripts(client: Redis | Cluster): (Redis | Cluster) & LobbyScripts {
  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { lua, numberOfKeys: LOBBY_KEYS.length })
  return client as (Redis | Cluster) & LobbyScripts
}
