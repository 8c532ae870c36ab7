import { CHALLENGE_HANDLERS } from './challenge.ts'
import { CHAT_HANDLERS } from './chat.ts'
import { CONNECTION_HANDLERS } from './connection.ts'
import type { Handlers } from './handlers.ts'
import { LOBBY_HANDLERS } from './lobby.ts'
import { MATCH_HANDLERS } from './match.ts'
import { PLAYER_HANDLERS } from './player.ts'

/** What the socket does for every command. */
export const HANDLERS: Handlers = {
  ...LOBBY_HANDLERS,
  ...MATCH_HANDLERS,
  ...CHAT_HANDLERS,
  ...PLAYER_HANDLERS,
  ...CHALLENGE_HANDLERS,
  ...CONNECTION_HANDLERS,
}
