import type { HandlersOf } from './handlers.ts'

/** What clients send to talk. */
export const CHAT_HANDLERS: HandlersOf<'chat'> = {
  'chat:say': async ({ matches }, { player }, request) => ({
    answer: { match: request.match, line: await matches.chats.say(player, request) },
  }),
  'chat:read': async ({ matches }, { player }, { match, code }) => ({
    answer: await matches.chats.read(player, match, code),
  }),
  'chat:mute': async ({ matches }, { player }, request) => {
    await matches.chats.mute(player, request)
    return { answer: request }
  },
}
