import type { Retention } from '../../port.ts'
import { BROADCAST } from './broadcast.ts'

/*
 * Each script is one atomic operation. Redis does not undo half a script, so every script checks first and writes
 * afterwards. The script of several commits is several operations, each of which may fail alone; see commit.ts.
 *
 * All that an operation touches lies in one shard. Its key is the prefix of the shard's keys, by which a cluster finds
 * the node. Times are in ms since 1970. Text is JSON unless it says otherwise. (Lua writes whole numbers of up to 14
 * digits exactly, so times need no formatting.)
 *
 * A match has these keys, which expire at the same moment:
 *   log:<match>           list: the header, then the entries; see log.ts
 *   match:<match>         hash: status (waiting, playing, ended or aborted), code, the number of the last message about
 *                         the match (published), and the fields that attendance.ts, chat.ts, rematch.ts and outbox.ts
 *                         describe
 *   chat:<room>:<match>   list: the last lines of a room
 * The matches of a shard share these, which do not expire. Sets contain what is still to come:
 *   time                  when something was published last, in ms since 1970
 *   life                  hash: the last heartbeat, and the downtime; see heartbeat.ts
 *   deadlines, credited   sorted sets: matches with a deadline; see deadlines.ts
 *   connections           sorted set: connections of players and spectators; see attendance.ts
 *   outbox                sorted set: ended matches, by when they are offered next
 *   waiting               sorted set: the same matches, by since when they wait
 *   bot-turns             sorted set: matches in which the server has to play; see bot-turns.ts
 *   ping                  never exists: see `ping` in ../store.ts
 * A player who has a seat in an open match of the shard has this, which expires after the last of these matches:
 *   seats:<player>        sorted set: these matches; see seats.ts
 */

/** What the scripts of one store have in common. */
export interface ScriptSettings {
  retention: Retention
  /** The number of the database that the store uses. */
  database: number
}

/**
 * How many matches, or connections, of a shard one operation changes at most in addition to the one that it is about.
 */
export const STEP_LIMIT = 100

/** The beginning of every script about matches. Functions that few scripts need are in snippets of their own. */
export const prelude = ({ retention, database }: ScriptSettings): string => `
local shard = KEYS[1]
local waitingMs, playingMs, endedMs = ${retention.waitingMs}, ${retention.playingMs}, ${retention.endedMs}
${BROADCAST}
-- The time of this step, in ms since 1970. It does not go back when the server's clock does.
local lastTime = tonumber(redis.call('GET', shard .. ':time') or 0)
local now = math.max(math.floor(microseconds / 1000), lastTime)

local function logKey(id) return shard .. ':log:' .. id end
local function matchKey(id) return shard .. ':match:' .. id end

-- Publishes news of a match, which must exist, on the channel of the match. 'news' is a MatchNews without its match
-- (JSON), or an entry; see ../messages.ts.
local function publish(id, news)
  local match = matchKey(id)
  local before = redis.call('HGET', match, 'published') or '0'
  redis.call('HSET', match, 'published', broadcast(shard .. ':news:${database}:' .. id, before, news))
  if now > lastTime then redis.call('SET', shard .. ':time', now) end
  lastTime = now
end
`
