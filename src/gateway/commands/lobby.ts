import type { HandlersOf } from './handlers.ts'

/** What clients send to find an opponent, or a match to watch. */
export const LOBBY_HANDLERS: HandlersOf<'lobby' | 'queue'> = {
  'queue:join': async ({ lobby }, { player, visit }, pool) => ({
    answer: visit.retain(await lobby.queue.join(player, pool)),
  }),
  'queue:leave': async ({ lobby }, { player }) => ({
    answer: await lobby.queue.leave(player.id),
  }),
  'queue:status': async ({ lobby }, { player, visit }) => ({
    answer: visit.retain(await lobby.queue.status(player.id)),
  }),
  'lobby:watch': async (_services, { visit }) => visit.tables.begin(),
  'lobby:unwatch': async (_services, { visit }) => {
    visit.tables.stop()
    return { answer: {} }
  },
  'lobby:matches': async ({ lobby }, _connection, request) => ({
    answer: await lobby.publicMatches.page(request),
  }),
}
