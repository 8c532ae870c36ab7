import { pino } from 'pino'
import type { LiveStore } from '../../src/live/index.ts'
import { openEmbeddedLobby } from '../../src/live/index.ts'
import type { LobbyOptions } from '../../src/lobby/index.ts'
import { Lobby, lobbyMatches } from '../../src/lobby/index.ts'
import type { Matches } from '../../src/matches/index.ts'

/** A lobby of one node over its matches, in which all players have the same rating. */
export function openLobby(matches: Matches, live: LiveStore, change: Partial<LobbyOptions> = {}): Lobby {
  return new Lobby({
    stores: openEmbeddedLobby(),
    live,
    matches: lobbyMatches(matches),
    people: { find: async () => null, hasBlocked: async () => false, requireTalk: () => undefined },
    ratingOf: async () => ({ rating: 1500, deviation: 350, provisional: true, games: 0 }),
    logger: pino({ level: 'silent' }),
    ...change,
    times: { poll: 20, tableChanges: 5, ...change.times },
  })
}
