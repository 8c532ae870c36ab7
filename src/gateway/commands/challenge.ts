import type { HandlersOf } from './handlers.ts'

/** What clients send to play with a player of their choice. */
export const CHALLENGE_HANDLERS: HandlersOf<'challenge'> = {
  'challenge:send': async ({ lobby }, { player }, request) => ({
    answer: { challenge: await lobby.challenges.send(player, request) },
  }),
  'challenge:list': async ({ lobby }, { player }) => ({
    answer: await lobby.challenges.list(player),
  }),
  'challenge:accept': async ({ lobby }, { player }, { challenge }) => ({
    answer: { match: await lobby.challenges.accept(player, challenge) },
  }),
  'challenge:close': async ({ lobby }, { player }, { challenge }) => {
    await lobby.challenges.close(player, challenge)
    return { answer: {} }
  },
}
