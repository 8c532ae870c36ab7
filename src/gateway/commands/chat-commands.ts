import { muteRequestSchema, readChatRequestSchema, sayRequestSchema } from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What clients send to talk. */
export const CHAT_COMMANDS: Readonly<Record<string, Command>> = {
  'chat:say': command(1, sayRequestSchema, async ({ chats }, { player }, request) => ({
    answer: { match: request.match, line: await chats.say(player, request) },
  })),
  'chat:read': command(1, readChatRequestSchema, async ({ chats }, { player }, { match, code }) => ({
    answer: await chats.read(player, match, code),
  })),
  'chat:mute': command(1, muteRequestSchema, async ({ chats }, { player }, request) => {
    await chats.mute(player, request)
    return { answer: request }
  }),
}
