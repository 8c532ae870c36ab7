import { LOBBY_RETENTION } from '../../../lobby/index.ts'
import { LOBBY } from './lobby.ts'

/** How many expired challenges one script closes. The scripts that follow close the rest. */
const MOST_EXPIRED = 100

const CHALLENGES = `
-- Closes a challenge (JSON).
local function close(id, challenge, reason, match)
  local of = cjson.decode(challenge)
  redis.call('HDEL', challenges, id)
  redis.call('HDEL', challengeHeaders, id)
  redis.call('ZREM', challengeExpiries, id)
  redis.call('ZREM', sentBy(of.from.id), id)
  redis.call('ZREM', receivedBy(of.to.id), id)
  local created = match and ',"match":' .. cjson.encode(match) or ''
  publish('{"type":"challenge-closed","challenge":' .. challenge .. ',"reason":"' .. reason .. '"' .. created .. '}')
end
local function expire(at)
  local expired = redis.call('ZRANGE', challengeExpiries, '-inf', whole(at), 'BYSCORE', 'LIMIT', 0, ${MOST_EXPIRED})
  for _, id in ipairs(expired) do close(id, redis.call('HGET', challenges, id), 'expired') end
end
-- An open challenge (JSON), false if there is none. One that has expired is closed.
local function challengeWith(id, at)
  local challenge = redis.call('HGET', challenges, id)
  if not challenge or tonumber(redis.call('ZSCORE', challengeExpiries, id)) > at then return challenge end
  close(id, challenge, 'expired')
  return false
end
`

/** What each script replies. */
export interface ChallengeReplies {
  lobbyOpenChallenge: string
  lobbySentChallenge: string | null
  /** "<match> <player>". */
  lobbyAcceptedChallenge: string | null
  lobbyChallenge: string | null
  lobbyChallengesOf: [received: string[], sent: string[]]
  lobbyProposeChallengeMatch: string | null
  lobbyCloseChallenge: 0 | 1
  lobbyExpireChallenges: void
}

export const CHALLENGE_SCRIPTS: Record<keyof ChallengeReplies, string> = {
  /**
   * Arguments: the id, the challenge without its times (JSON), who sends and who receives it, how long it is open (ms),
   * how many may be open of each, and the sender's id for the command ('' for none). Returns the challenge (JSON), 'sender'
   * or 'receiver'.
   */
  lobbyOpenChallenge: `${LOBBY}${CHALLENGES}
local id, text, from, to, ttl = ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local mostSent, mostReceived, action = tonumber(ARGV[7]), tonumber(ARGV[8]), ARGV[9]
local at = clock()
local before = action ~= '' and redis.call('GET', challengeOf(from, action))
if before then return before end
expire(at)
if redis.call('ZCARD', sentBy(from)) >= mostSent then return 'sender' end
if redis.call('ZCARD', receivedBy(to)) >= mostReceived then return 'receiver' end
local challenge = without(text) .. ',"createdAt":' .. whole(at) .. ',"expiresAt":' .. whole(at + ttl) .. '}'
redis.call('HSET', challenges, id, challenge)
redis.call('ZADD', challengeExpiries, whole(at + ttl), id)
redis.call('ZADD', sentBy(from), whole(at), id)
redis.call('ZADD', receivedBy(to), whole(at), id)
if action ~= '' then redis.call('SET', challengeOf(from, action), challenge, 'PX', ${LOBBY_RETENTION.challengeMs}) end
publish('{"type":"challenged","challenge":' .. challenge .. '}')
return challenge
`,

  /** Arguments: the sender, and the sender's id for the command. */
  lobbySentChallenge: `${LOBBY}
return redis.call('GET', challengeOf(ARGV[2], ARGV[3]))
`,

  lobbyAcceptedChallenge: `${LOBBY}
return redis.call('GET', acceptanceOf(ARGV[2]))
`,

  lobbyChallenge: `${LOBBY}${CHALLENGES}
return challengeWith(ARGV[2], clock())
`,

  /** Returns the challenges that a player has received, and those that they have sent. */
  lobbyChallengesOf: `${LOBBY}${CHALLENGES}
local player = ARGV[2]
local at = clock()
local function open(list)
  local found = {}
  for _, id in ipairs(redis.call('ZRANGE', list, 0, -1, 'REV')) do
    local challenge = challengeWith(id, at)
    if challenge then found[#found + 1] = challenge end
  end
  return found
end
return { open(receivedBy(player)), open(sentBy(player)) }
`,

  lobbyProposeChallengeMatch: `${LOBBY}${CHALLENGES}
local id, header = ARGV[2], ARGV[3]
if not challengeWith(id, clock()) then return false end
redis.call('HSETNX', challengeHeaders, id, header)
return redis.call('HGET', challengeHeaders, id)
`,

  /** Arguments: the id, the reason, and the match if there is one. */
  lobbyCloseChallenge: `${LOBBY}${CHALLENGES}
local id, reason, match = ARGV[2], ARGV[3], ARGV[4]
local challenge = challengeWith(id, clock())
if not challenge then return 0 end
if reason ~= 'accepted' and redis.call('HEXISTS', challengeHeaders, id) == 1 then return 0 end
close(id, challenge, reason, match)
if match then
  local acceptance = match .. ' ' .. cjson.decode(challenge).to.id
  redis.call('SET', acceptanceOf(id), acceptance, 'PX', ${LOBBY_RETENTION.challengeMs})
end
return 1
`,

  lobbyExpireChallenges: `${LOBBY}${CHALLENGES}
expire(clock())
`,
}
