import type { Handlers } from './handlers.ts'

/** Waiting for an opponent, what there is to watch, and the matches of a player. */
export const LOBBY_HANDLERS: Handlers<
  'queue:join' | 'queue:status' | 'queue:leave' | 'lobby:matches' | 'player:matches'
> = {
  'queue:join': ({ lobby }, player, pool) => lobby.queue.join(player, pool),
  'queue:status': ({ lobby }, player) => lobby.queue.status(player.id),
  'queue:leave': ({ lobby }, player) => lobby.queue.leave(player.id),
  'lobby:matches': ({ lobby }, _player, request) => lobby.publicMatches.page(request),
  'player:matches': ({ matches }, player, request) => matches.own.page(player, request),
}
