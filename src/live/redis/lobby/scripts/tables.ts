import { LOBBY } from './lobby.ts'

/** What each script replies. */
export interface TableReplies {
  /** 0: the host has too many. */
  lobbyReserveTable: 0 | 1
  lobbyOpenTable: void
  lobbyCloseTable: void
  lobbyTables: string[]
  lobbyClaimTables: string[]
}

export const TABLE_SCRIPTS: Record<keyof TableReplies, string> = {
  lobbyReserveTable: `${LOBBY}
local match, host, text, most = ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
if redis.call('HEXISTS', tables, match) == 1 then return 1 end
if tonumber(redis.call('HGET', hosts, host) or 0) >= most then return 0 end
local at = clock()
redis.call('HSET', tables, match, without(text) .. ',"createdAt":' .. whole(at) .. '}')
redis.call('HINCRBY', hosts, host, 1)
redis.call('ZADD', checks, whole(at), match)
return 1
`,

  lobbyOpenTable: `${LOBBY}
local match, code = ARGV[2], ARGV[3]
local text = redis.call('HGET', tables, match)
if not text then return end
if redis.call('ZADD', listed, 'NX', whole(cjson.decode(text).createdAt), match) == 0 then return end
text = without(text) .. ',"code":' .. cjson.encode(code) .. '}'
redis.call('HSET', tables, match, text)
publish('{"type":"opened","table":' .. text .. '}')
`,

  lobbyCloseTable: `${LOBBY}
local match = ARGV[2]
local text = redis.call('HGET', tables, match)
if not text then return end
local host = cjson.decode(text).host.id
redis.call('HDEL', tables, match)
redis.call('ZREM', checks, match)
if redis.call('HINCRBY', hosts, host, -1) <= 0 then redis.call('HDEL', hosts, host) end
if redis.call('ZREM', listed, match) == 1 then
  publish('{"type":"closed","match":' .. cjson.encode(match) .. '}')
end
`,

  lobbyTables: `${LOBBY}
local newest = redis.call('ZRANGE', listed, 0, ARGV[2] - 1, 'REV')
if #newest == 0 then return {} end
return redis.call('HMGET', tables, unpack(newest))
`,

  lobbyClaimTables: `${LOBBY}
local limit, every = ARGV[2], ARGV[3]
local at = clock()
local due = redis.call('ZRANGE', checks, '-inf', whole(at - every), 'BYSCORE', 'LIMIT', 0, limit)
if #due == 0 then return {} end
for _, match in ipairs(due) do redis.call('ZADD', checks, whole(at), match) end
return redis.call('HMGET', tables, unpack(due))
`,
}
