import type { Logger } from 'pino'
import type { LobbyStores } from '../../lobby/index.ts'
import { EmbeddedChallenges } from './challenges.ts'
import { EmbeddedLadder } from './ladder.ts'
import { EmbeddedPairings } from './pairings.ts'
import { PlayerMatches } from './player-matches.ts'
import { EmbeddedPresence } from './presence.ts'
import { EmbeddedQueue } from './queue.ts'
import { EmbeddedShown } from './shown.ts'
import { Steps } from './steps.ts'
import { EmbeddedTables } from './tables.ts'
import { Tickets } from './tickets.ts'

export interface EmbeddedLobbyOptions {
  /** The stores' time, in ms since 1970. */
  clock?: () => number
  log?: Logger
}

/**
 * The stores of a lobby in the memory of this process, for a single node. When the process ends, all its connections
 * end, and its clients join the queue again at the next one. The stores then forget the open tables, whose matches can
 * still be joined by their codes, and which matches are played: they learn of them again when their players come back.
 */
export function openEmbeddedLobby({ clock = Date.now, log }: EmbeddedLobbyOptions = {}): LobbyStores {
  const steps = new Steps(clock, log)
  const [tickets, matches] = [new Tickets(steps), new PlayerMatches(clock)]
  const ladder = new EmbeddedLadder(steps)
  const pairings = new EmbeddedPairings(steps, tickets, matches, ladder)
  return {
    queue: new EmbeddedQueue(steps, tickets, pairings, matches),
    pairings,
    tables: new EmbeddedTables(steps),
    challenges: new EmbeddedChallenges(steps),
    shown: new EmbeddedShown(steps),
    ladder,
    presence: new EmbeddedPresence(steps),
    news: steps,
    close: async () => steps.close(),
  }
}
