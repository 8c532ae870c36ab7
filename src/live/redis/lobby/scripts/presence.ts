import { LOBBY } from './lobby.ts'

/** How many expired players one script removes. The scripts that follow remove the rest. */
const MOST_EXPIRED = 500

const REMOVE_EXPIRED = `
local function removeOffline(at)
  local expired = redis.call('ZRANGE', online, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, ${MOST_EXPIRED})
  if #expired == 0 then return end
  redis.call('ZREM', online, unpack(expired))
  redis.call('ZREM', roster, unpack(expired))
  redis.call('HDEL', names, unpack(expired))
  redis.call('SREM', onlineBots, unpack(expired))
end
`

/** What each script replies. */
export interface PresenceReplies {
  lobbyRenewOnline: void
  /** How many players are online; then, of the page, of each player the id, the name, and 1 for a bot. */
  lobbyOnlinePlayers: [count: number, ...page: [id: string, name: string, bot: number][]]
  /** The name of a player who is online, and 1 for a bot. */
  lobbyOnlinePlayer: [name: string, bot: number] | []
  /** The ids of those who are online. */
  lobbyOnlineAmong: string[]
}

export const PRESENCE_SCRIPTS: Record<keyof PresenceReplies, string> = {
  /** Arguments: for how long (ms), then the id of each player, the name, and '1' for a bot. */
  lobbyRenewOnline: `${LOBBY}${REMOVE_EXPIRED}
local ttl = ARGV[2]
local at = clock()
for i = 3, #ARGV, 3 do
  local player, name, bot = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  redis.call('ZADD', online, 'GT', whole(at + ttl), player)
  redis.call('ZADD', roster, 0, player)
  redis.call('HSET', names, player, name)
  if bot == '1' then redis.call('SADD', onlineBots, player) end
end
removeOffline(at)
`,

  /** Returns how many players are online, then of each player of the page the id, the name, and 1 for a bot. */
  lobbyOnlinePlayers: `${LOBBY}${REMOVE_EXPIRED}
local limit, after = ARGV[2], ARGV[3]
removeOffline(clock())
local page = redis.call('ZRANGE', roster, after == '' and '-' or '(' .. after, '+', 'BYLEX', 'LIMIT', 0, limit)
local reply = { redis.call('ZCARD', online) }
for _, player in ipairs(page) do
  local name, bot = redis.call('HGET', names, player), redis.call('SISMEMBER', onlineBots, player)
  reply[#reply + 1] = { player, name, bot }
end
return reply
`,

  /** The name of a player who is online, and 1 for a bot; nothing if they are not. */
  lobbyOnlinePlayer: `${LOBBY}${REMOVE_EXPIRED}
local player = ARGV[2]
local at = clock()
removeOffline(at)
local expiry = redis.call('ZSCORE', online, player)
if not expiry or tonumber(expiry) <= at then return {} end
return { redis.call('HGET', names, player), redis.call('SISMEMBER', onlineBots, player) }
`,

  /** Arguments: some players. */
  lobbyOnlineAmong: `${LOBBY}${REMOVE_EXPIRED}
local at = clock()
removeOffline(at)
local there = {}
for i = 2, #ARGV do
  local expiry = redis.call('ZSCORE', online, ARGV[i])
  if expiry and tonumber(expiry) > at then there[#there + 1] = ARGV[i] end
end
return there
`,
}
