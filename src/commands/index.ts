/** What is done for a command, whichever door it comes through. */
import type { CommandName, PlayerRef } from '../protocol/index.ts'
import { CHALLENGE_HANDLERS } from './challenges.ts'
import { CHAT_HANDLERS } from './chat.ts'
import type { Services } from './handlers.ts'
import { LOBBY_HANDLERS } from './lobby.ts'
import { MATCH_HANDLERS } from './match.ts'

export { COME_BACK, comeBackLater } from './come-back.ts'
export type { Disturbances } from './disturbances.ts'
export { encodedOnce } from './encoded-once.ts'
export type { AnswerOf, RequestOf, Services } from './handlers.ts'
export { Watch } from './watch.ts'
export type { BeginWatch } from './watch.ts'

/** By name, what is done for the commands that do the same through each door. */
export const HANDLERS = { ...MATCH_HANDLERS, ...CHAT_HANDLERS, ...LOBBY_HANDLERS, ...CHALLENGE_HANDLERS }

/** The others begin what lasts as long as a connection. */
export type SharedName = keyof typeof HANDLERS

type Handler = (services: Services, player: PlayerRef | null, request: unknown) => Promise<object>

/**
 * Does what a command asks for.
 * @param player null where the command and its door are open to someone without a token
 * @param request checked by the schema of the command
 * @throws CodedError as the command declares
 */
export const carryOut = (name: SharedName, services: Services, player: PlayerRef | null, request: unknown) =>
  // Each handler has the caller and the request of its own command, which is that of this name.
  (HANDLERS[name] as Handler)(services, player, request)

/** The commands that each door does in its own way, if it has them. */
export type DoorName = Exclude<CommandName, SharedName>
