import type { HandlersOf } from './handlers.ts'

/** What clients send about their player, in no match in particular. */
export const PLAYER_HANDLERS: HandlersOf<'player'> = {
  'player:matches': async ({ matches }, { player }, request) => ({
    answer: await matches.own.page(player, request),
  }),
  'player:watch': async (_services, { playerWatch }) => playerWatch.begin(),
  'player:unwatch': async (_services, { playerWatch }) => {
    playerWatch.stop()
    return { answer: {} }
  },
}
