import { ownMatchesRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send about their player, in no match in particular. */
export const PLAYER_COMMANDS: Readonly<Record<string, Command>> = {
  // Each match of the page may have to be read.
  'player:matches': command(10, ownMatchesRequestSchema, async ({ own }, { player }, request) => ({
    answer: await own.page(player, request),
  })),
}
