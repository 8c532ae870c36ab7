import type { ErrorCode } from '../errors.ts'
import { COMMON_ERRORS } from '../errors.ts'
import { CHALLENGE_COMMANDS } from './challenges.ts'
import { CHAT_COMMANDS } from './chat.ts'
import type { Command } from './command.ts'
import { CONNECTION_COMMANDS } from './connection.ts'
import { ENDING_COMMANDS } from './endings.ts'
import { LOBBY_COMMANDS } from './lobby.ts'
import { MATCH_COMMANDS } from './match.ts'
import { PLAYER_COMMANDS } from './player.ts'

export type { Command, Door } from './command.ts'

/** By name, every command. */
export const COMMANDS = {
  ...MATCH_COMMANDS,
  ...ENDING_COMMANDS,
  ...CHAT_COMMANDS,
  ...LOBBY_COMMANDS,
  ...CHALLENGE_COMMANDS,
  ...PLAYER_COMMANDS,
  ...CONNECTION_COMMANDS,
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

const BY_NAME: ReadonlyMap<unknown, Command> = new Map(Object.entries(COMMANDS))

/** The command of this name, whatever was sent as a name. */
export const commandNamed = (name: unknown): Command | undefined => BY_NAME.get(name)

/** The weight of a command with this payload, which is not checked yet. */
export const weightOf = ({ weight = 1 }: Command, payload: unknown): number =>
  typeof weight === 'number' ? weight : weight(payload)

/**
 * All errors that a command may be answered with over the socket. A visitor has no token, and some payloads need one
 * also where visitors may send the command.
 */
export const errorsOfCommand = ({ errors }: Command): ErrorCode[] => [
  ...errors,
  ...COMMON_ERRORS,
  'payload-too-large',
  'token-expired',
  'token-missing',
]
