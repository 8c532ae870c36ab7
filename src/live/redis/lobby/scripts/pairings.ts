import { TAKE_PLACE } from './ladder.ts'
import { LOBBY } from './lobby.ts'

/** The beginning of the scripts that take tickets. Their first arguments: the pool, the name of the pairings, a lease. */
const TAKING = `${LOBBY}
local pool, name, lease = ARGV[2], ARGV[3], tonumber(ARGV[4])
local at = clock()
removeExpired(at)

-- The ticket (JSON) if the player still waits with it, false if not.
local function current(player, since)
  if redis.call('ZSCORE', waitingIn(pool), player) ~= since then return false end
  return ticketOf(player, at)
end
local function take(player, id)
  redis.call('HDEL', tickets, player)
  redis.call('ZREM', deadlines, player)
  redis.call('ZREM', waitingIn(pool), player)
  redis.call('HSET', paired, player, id)
end
local created = {}
local function nextId() return name .. '-' .. whole(#created + 1) end
-- Creates a pairing of one or two tickets (JSON, joined by a comma).
local function create(id, taken)
  local pairing = '{"id":' .. cjson.encode(id) .. ',"pool":' .. cjson.encode(pool) .. ',"at":' .. whole(at)
    .. ',"tickets":[' .. taken .. ']}'
  redis.call('HSET', pairings, id, pairing)
  redis.call('ZADD', leases, whole(at + lease), id)
  created[#created + 1] = pairing
end
`

/** The names of the places of the ladder that a pairing has until it is complete. */
const PLACES = `${TAKE_PLACE}
local function placesOf(id) return { id .. ' 1', id .. ' 2' } end
`

/** Deletes a pairing (JSON). Its tickets. */
const DELETE_PAIRING = `${PLACES}
local function deletePairing(id, pairing)
  redis.call('ZREM', ladder, unpack(placesOf(id)))
  redis.call('HDEL', pairings, id)
  redis.call('ZREM', leases, id)
  redis.call('HDEL', headers, id)
  local taken = cjson.decode(pairing).tickets
  for _, ticket in ipairs(taken) do redis.call('HDEL', paired, ticket.player.id) end
  return taken
end
`

/** What each script replies. */
export interface PairingReplies {
  /** The store's time; then, of the page, the ticket (JSON) of each player and their opponents. */
  lobbyListWaiting: [at: number, ...page: [ticket: string, opponents: string[]][]]
  lobbyCreatePairings: string[]
  lobbyCreateBotPairings: string[]
  lobbyClaimPairings: string[]
  lobbyProposeMatch: string | null
  lobbyCompletePairing: void
}

export const PAIRING_SCRIPTS: Record<keyof PairingReplies, string> = {
  /** A page of the tickets of a pool. */
  lobbyListWaiting: `${LOBBY}
local pool, from, count = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local at = clock()
removeExpired(at)
local players = redis.call('ZRANGE', waitingIn(pool), from, from + count - 1)
local page = { at }
if #players == 0 then return page end
local texts = redis.call('HMGET', tickets, unpack(players))
for i, player in ipairs(players) do
  page[#page + 1] = { texts[i], redis.call('LRANGE', opponentsOf(player), 0, -1) }
end
return page
`,

  /**
   * Further arguments: what is retained, how many places the ladder has ('' where the pairs take none), and for each pair the
   * player and the time of both tickets.
   */
  lobbyCreatePairings: `${TAKING}${PLACES}
local keepOpponents, mostOpponents, keepWaits, mostWaits = ARGV[5], tonumber(ARGV[6]), ARGV[7], tonumber(ARGV[8])
local keepLadder, places = ARGV[9], tonumber(ARGV[10])
local function pair(player, opponent, id)
  take(player, id)
  local met = opponentsOf(player)
  redis.call('LREM', met, 0, opponent)
  redis.call('LPUSH', met, opponent)
  redis.call('LTRIM', met, 0, mostOpponents - 1)
  redis.call('PEXPIRE', met, keepOpponents)
end
for i = 11, #ARGV, 4 do
  local one, oneSince, other, otherSince = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  if places and redis.call('ZCARD', ladder) + 2 > places then break end
  local first = one ~= other and current(one, oneSince)
  local second = first and current(other, otherSince)
  if second then
    local id = nextId()
    if places then for _, place in ipairs(placesOf(id)) do takePlace(place, at, keepLadder) end end
    pair(one, other, id)
    pair(other, one, id)
    redis.call('LPUSH', waitsOf(pool), whole(at - oneSince), whole(at - otherSince))
    create(id, first .. ',' .. second)
  end
end
if #created > 0 then
  redis.call('LTRIM', waitsOf(pool), 0, mostWaits - 1)
  redis.call('PEXPIRE', waitsOf(pool), keepWaits)
end
return created
`,

  /** Further arguments: for each ticket its player and its time. */
  lobbyCreateBotPairings: `${TAKING}
for i = 5, #ARGV, 2 do
  local player = ARGV[i]
  local ticket = current(player, ARGV[i + 1])
  if ticket and cjson.decode(ticket).bot then
    local id = nextId()
    take(player, id)
    create(id, ticket)
  end
end
return created
`,

  lobbyClaimPairings: `${LOBBY}${DELETE_PAIRING}
local limit, lease, keepFor = ARGV[2], ARGV[3], tonumber(ARGV[4])
local at = clock()
removeExpired(at)
local claimed = {}
for _, id in ipairs(redis.call('ZRANGE', leases, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, limit)) do
  local pairing = redis.call('HGET', pairings, id)
  if cjson.decode(pairing).at + keepFor <= at then
    for _, ticket in ipairs(deletePairing(id, pairing)) do publishLeft(cjson.encode(ticket), 'failed') end
  else
    redis.call('ZADD', leases, whole(at + lease), id)
    claimed[#claimed + 1] = pairing
  end
end
return claimed
`,

  lobbyProposeMatch: `${LOBBY}
local id, header = ARGV[2], ARGV[3]
if redis.call('HEXISTS', pairings, id) == 0 then return false end
redis.call('HSETNX', headers, id, header)
return redis.call('HGET', headers, id)
`,

  lobbyCompletePairing: `${LOBBY}${DELETE_PAIRING}
local id, match, realTime, keepFound, keepPlaying = ARGV[2], ARGV[3], ARGV[4] == '1', ARGV[5], ARGV[6]
local keepLadder, twin = ARGV[7], ARGV[8]
local pairing = redis.call('HGET', pairings, id)
if not pairing then return end
local at = clock()
local found, also = match .. ' ' .. cjson.decode(pairing).pool, ''
if twin ~= '' then
  found, also = found .. ' ' .. twin, ',"twin":' .. cjson.encode(twin)
  for _, one in ipairs({ match, twin }) do takePlace(one, at, keepLadder) end
end
for _, ticket in ipairs(deletePairing(id, pairing)) do
  local player = ticket.player.id
  redis.call('SET', foundBy(player), found, 'PX', keepFound)
  if realTime then began(player, match, at, keepPlaying) end
end
publish('{"type":"matched","pairing":' .. pairing .. ',"match":' .. cjson.encode(match) .. also .. '}')
`,
}
