import { CHALLENGE_COMMANDS } from './challenge-commands.ts'
import { CHAT_COMMANDS } from './chat-commands.ts'
import type { Command } from './command.ts'
import { CONNECTION_COMMANDS } from './connection-commands.ts'
import { LOBBY_COMMANDS } from './lobby-commands.ts'
import { MATCH_COMMANDS } from './match-commands.ts'
import { PLAYER_COMMANDS } from './player-commands.ts'

/** By event, everything that clients may send. */
export const COMMANDS: ReadonlyMap<unknown, Command> = new Map<string, Command>(
  Object.entries({
    ...LOBBY_COMMANDS, ...MATCH_COMMANDS, ...CHAT_COMMANDS, ...PLAYER_COMMANDS, ...CHALLENGE_COMMANDS, ...CONNECTION_COMMANDS,
  }),
)
