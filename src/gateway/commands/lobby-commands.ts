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
  'queue:join': command(1, queueJoinRequestSchema, async ({ lobby }, { player, visit }, pool) => ({
    answer: visit.retain(await lobby.queue.join(player, pool)),
  })),
  'queue:leave': command(1, queueLeaveRequestSchema, async ({ lobby }, { player }) => ({
    answer: await lobby.queue.leave(player.id),
  })),
  'queue:status': command(1, queueStatusRequestSchema, async ({ lobby }, { player, visit }) => ({
    answer: visit.retain(await lobby.queue.status(player.id)),
  })),
  // The list may be long.
  'lobby:watch': command(5, lobbyWatchRequestSchema, async (_services, { visit }) => visit.tables.begin()),
  'lobby:unwatch': command(1, lobbyUnwatchRequestSchema, async (_services, { visit }) => {
    visit.tables.stop()
    return { answer: {} }
  }),
  'lobby:matches': command(5, publicMatchesRequestSchema, async ({ lobby }, _connection, request) => ({
    answer: await lobby.publicMatches.page(request),
  })),
}
