import type { Handlers } from './handlers.ts'

/** Playing with a player of one's choice. */
export const CHALLENGE_HANDLERS: Handlers<
  'challenge:send' | 'challenge:list' | 'challenge:accept' | 'challenge:close'
> = {
  'challenge:send': async ({ lobby }, player, request) => ({
    challenge: await lobby.challenges.send(player, request),
  }),
  'challenge:list': ({ lobby }, player) => lobby.challenges.list(player),
  'challenge:accept': async ({ lobby }, player, { challenge, bid }) => ({
    match: await lobby.challenges.accept(player, challenge, bid),
  }),
  'challenge:close': async ({ lobby }, player, { challenge }) => {
    await lobby.challenges.close(player, challenge)
    return {}
  },
}
