import { LOBBY } from './lobby.ts'

/** A ticket, a pairing (both JSON), "<match> <pool>", and matches. */
export type StatusReply = [ticket: string | null, pairing: string | null, found: string | null, playing: string[]]

/** What each script replies. */
export interface QueueReplies {
  lobbyJoin: StatusReply
  lobbyRenewTickets: string[]
  lobbyLeave: string | null
  lobbyPlayerStatus: StatusReply
  lobbyPoolStats: [waiting: number, waits: string[]][]
  lobbyMatchBegan: void
  lobbyMatchEnded: void
}

export const QUEUE_SCRIPTS: Record<keyof QueueReplies, string> = {
  /** Arguments: the player, the pool, the ticket without its time (JSON), its life (ms), real time ('1'), the bot or ''. */
  lobbyJoin: `${LOBBY}
local player, pool, ticket, ttl, realTime, bot = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6] == '1', ARGV[7]
local function set(since)
  ticket = without(ticket) .. ',"since":' .. whole(since) .. '}'
  redis.call('HSET', tickets, player, ticket)
  publish('{"type":"joined","ticket":' .. ticket .. '}')
end
local at = clock()
removeExpired(at)
if redis.call('HEXISTS', paired, player) == 1 then return status(player, at) end
if realTime and redis.call('EXISTS', playedBy(player)) == 1 then return status(player, at) end
local before = ticketOf(player, at)
local own = before and cjson.decode(before)
if own and own.pool == pool then
  redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + ttl), player)
  if (own.bot or '') ~= bot then set(own.since) end
else
  if before then deleteTicket(player, before) end
  redis.call('ZADD', deadlines, whole(at + ttl), player)
  redis.call('ZADD', waitingIn(pool), whole(at), player)
  set(at)
end
redis.call('DEL', foundBy(player))
return status(player, at)
`,

  lobbyRenewTickets: `${LOBBY}
local ttl = ARGV[2]
local at = clock()
removeExpired(at)
local absent = {}
for i = 3, #ARGV do
  if ticketOf(ARGV[i], at) then
    redis.call('ZADD', deadlines, 'XX', 'GT', whole(at + ttl), ARGV[i])
  else
    absent[#absent + 1] = ARGV[i]
  end
end
return absent
`,

  lobbyLeave: `${LOBBY}
local player = ARGV[2]
local at = clock()
removeExpired(at)
local ticket = ticketOf(player, at)
if ticket then remove(player, ticket, 'left') end
return ticket
`,

  lobbyPlayerStatus: `${LOBBY}
local at = clock()
removeExpired(at)
return status(ARGV[2], at)
`,

  lobbyPoolStats: `${LOBBY}
removeExpired(clock())
local stats = {}
for i = 2, #ARGV do
  stats[#stats + 1] = { redis.call('ZCARD', waitingIn(ARGV[i])), redis.call('LRANGE', waitsOf(ARGV[i]), 0, -1) }
end
return stats
`,

  lobbyMatchBegan: `${LOBBY}
local match, keepPlaying = ARGV[2], ARGV[3]
local at = clock()
removeExpired(at)
for i = 4, #ARGV do
  local player = ARGV[i]
  began(player, match, at, keepPlaying)
  local ticket = ticketOf(player, at)
  if ticket then remove(player, ticket, 'playing') end
end
`,

  lobbyMatchEnded: `${LOBBY}
local match = ARGV[2]
for i = 3, #ARGV do
  redis.call('ZREM', playedBy(ARGV[i]), match)
  local found = redis.call('GET', foundBy(ARGV[i]))
  if found and string.match(found, '^%S+') == match then redis.call('DEL', foundBy(ARGV[i])) end
end
`,
}
