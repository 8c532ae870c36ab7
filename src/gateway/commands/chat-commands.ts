import { muteRequestSchema, readChatRequestSchema, sayRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send to talk. */
export const CHAT_COMMANDS: Readonly<Record<string, Command>> = {
  'chat:say': command(1, sayRequestSchema, async ({ matches }, { player }, request) => ({
    answer: { match: request.match, line: await matches.chats.say(player, request) },
  })),
  'chat:read': command(1, readChatRequestSchema, async ({ matches }, { player }, { match, code }) => ({
    answer: await matches.chats.read(player, match, code),
  })),
  'chat:mute': command(1, muteRequestSchema, async ({ matches }, { player }, request) => {
    await matches.chats.mute(player, request)
    return { answer: request }
  }),
}
