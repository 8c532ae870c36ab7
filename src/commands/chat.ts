import type { Handlers } from './handlers.ts'

/** What is said in a match. */
export const CHAT_HANDLERS: Handlers<'chat:say' | 'chat:read' | 'chat:mute'> = {
  'chat:say': async ({ matches }, player, request) => ({
    match: request.match,
    line: await matches.chats.say(player, request),
  }),
  'chat:read': ({ matches }, player, { match, code }) => matches.chats.read(player, match, code),
  'chat:mute': async ({ matches }, player, request) => {
    await matches.chats.mute(player, request)
    return request
  },
}
