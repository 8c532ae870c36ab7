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

/** Deletes a pairing (JSON). Its tickets. */
const DELETE_PAIRING = `
local function deletePairing(id, pairing)
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
  /** The store's time; then, of the page, the ticket (JSON) and the last opponent of each player in turn. */
  lobbyListWaiting: [at: number, ...page: (string | null)[]]
  lobbyCreatePairings: string[]
  lobbyCreateBotPairings: string[]
  lobbyClaimPairings: string[]
  lobbyProposeMatch: string | null
  lobbyCompletePairing: void
}

export const PAIRING_SCRIPTS: Record<keyof PairingReplies, string> = {
  /** A page of the tickets of a pool: the store's time, then the ticket and the last opponent of each player in turn. */
  lobbyListWaiting: `${LOBBY}
local pool, from, count = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local at = clock()
removeExpired(at)
local players = redis.call('ZRANGE', waitingIn(pool), from, from + count - 1)
local page = { at }
if #players == 0 then return page end
local opponents = {}
for i, player in ipairs(players) do opponents[i] = opponentOf(player) end
local texts, last = redis.call('HMGET', tickets, unpack(players)), redis.call('MGET', unpack(opponents))
for i = 1, #players do
  page[#page + 1] = texts[i]
  page[#page + 1] = last[i]
end
return page
`,

  /** Further arguments: what is retained, and for each pair the player and the time of both tickets. */
  lobbyCreatePairings: `${TAKING}
local keepOpponent, keepWaits, mostWaits = ARGV[5], ARGV[6], tonumber(ARGV[7])
local function pair(player, opponent, id)
  take(player, id)
  redis.call('SET', opponentOf(player), opponent, 'PX', keepOpponent)
end
for i = 8, #ARGV, 4 do
  local one, oneSince, other, otherSince = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  local first = one ~= other and current(one, oneSince)
  local second = first and current(other, otherSince)
  if second then
    local id = nextId()
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
local pairing = redis.call('HGET', pairings, id)
if not pairing then return end
local at = clock()
local pool = cjson.decode(pairing).pool
for _, ticket in ipairs(deletePairing(id, pairing)) do
  local player = ticket.player.id
  redis.call('SET', foundBy(player), match .. ' ' .. pool, 'PX', keepFound)
  if realTime then began(player, match, at, keepPlaying) end
end
publish('{"type":"matched","pairing":' .. pairing .. ',"match":' .. cjson.encode(match) .. '}')
`,
}
