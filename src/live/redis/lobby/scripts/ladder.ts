import { LOBBY } from './lobby.ts'

/** Takes a place of the ladder for a game, or for a pairing. */
export const TAKE_PLACE = `
local function takePlace(name, at, keepFor)
  redis.call('ZADD', ladder, whole(at), name)
  redis.call('PEXPIRE', ladder, keepFor)
end
`

/** What each script replies. */
export interface LadderReplies {
  lobbyAddToLadder: void
  lobbyRemoveFromLadder: void
  lobbyClaimLadder: string[]
}

export const LADDER_SCRIPTS: Record<keyof LadderReplies, string> = {
  /** Arguments: the match, how long the places are retained (ms). */
  lobbyAddToLadder: `${LOBBY}${TAKE_PLACE}
takePlace(ARGV[2], clock(), ARGV[3])
`,

  lobbyRemoveFromLadder: `${LOBBY}
redis.call('ZREM', ladder, ARGV[2])
`,

  /** Arguments: the limit, the time between two claims and how long the places are retained (ms). */
  lobbyClaimLadder: `${LOBBY}${TAKE_PLACE}
local limit, every, keepFor = ARGV[2], ARGV[3], ARGV[4]
local at = clock()
local due = redis.call('ZRANGE', ladder, '-inf', whole(at - every), 'BYSCORE', 'LIMIT', 0, limit)
for _, name in ipairs(due) do takePlace(name, at, keepFor) end
return due
`,
}
