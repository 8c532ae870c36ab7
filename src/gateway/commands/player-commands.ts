import { ownMatchesRequestSchema, playerUnwatchRequestSchema, playerWatchRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send about their player, in no match in particular. */
export const PLAYER_COMMANDS: Readonly<Record<string, Command>> = {
  // Each match of the page may have to be read.
  'player:matches': command(10, ownMatchesRequestSchema, async ({ own }, { player }, request) => ({
    answer: await own.page(player, request),
  })),
  'player:watch': command(10, playerWatchRequestSchema, async (_matches, { playerWatch }) => playerWatch.begin()),
  'player:unwatch': command(1, playerUnwatchRequestSchema, async (_matches, { playerWatch }) => {
    playerWatch.stop()
    return { answer: {} }
  }),
}
