import { ownMatchesRequestSchema, playerUnwatchRequestSchema, playerWatchRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send about their player, in no match in particular. */
export const PLAYER_COMMANDS: Readonly<Record<string, Command>> = {
  // Each match of the page may have to be read.
  'player:matches': command(10, ownMatchesRequestSchema, async ({ matches }, { player }, request) => ({
    answer: await matches.own.page(player, request),
  })),
  'player:watch': command(10, playerWatchRequestSchema, async (_services, { playerWatch }) => playerWatch.begin()),
  'player:unwatch': command(1, playerUnwatchRequestSchema, async (_services, { playerWatch }) => {
    playerWatch.stop()
    return { answer: {} }
  }),
}
