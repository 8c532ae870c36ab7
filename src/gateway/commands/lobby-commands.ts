import {
  lobbyUnwatchRequestSchema,
  lobbyWatchRequestSchema,
  publicMatchesRequestSchema,
  queueJoinRequestSchema,
  queueLeaveRequestSchema,
  queueStatusRequestSchema,
} from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send to find an opponent, or a match to watch. */
export const LOBBY_COMMANDS: Readonly<Record<string, Command>> = {
  'queue:join': command(1, queueJoinRequestSchema, async (_matches, { lobby }, pool) => lobby.join(pool)),
  'queue:leave': command(1, queueLeaveRequestSchema, async (_matches, { lobby }) => lobby.leave()),
  'queue:status': command(1, queueStatusRequestSchema, async (_matches, { lobby }) => lobby.status()),
  // The list may be long.
  'lobby:watch': command(5, lobbyWatchRequestSchema, async (_matches, { lobby }) => lobby.tables.begin()),
  'lobby:unwatch': command(1, lobbyUnwatchRequestSchema, async (_matches, { lobby }) => {
    lobby.tables.stop()
    return { answer: {} }
  }),
  'lobby:matches': command(5, publicMatchesRequestSchema, async (_matches, { lobby }, request) =>
    lobby.publicMatches(request),
  ),
}
