import type { LadderStore } from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import type { RunScript } from './scripts/index.ts'
import type { LadderReplies } from './scripts/ladder.ts'

export const redisLadder = (run: RunScript<LadderReplies>): LadderStore => ({
  add: (match) => run('lobbyAddToLadder', match, LOBBY_RETENTION.ladderMs),
  remove: (match) => run('lobbyRemoveFromLadder', match),
  claim: (limit, everyMs) => run('lobbyClaimLadder', limit, everyMs, LOBBY_RETENTION.ladderMs),
})
