import type { ChallengeClosed, EventTo } from '../../protocol/index.ts'
import type { Subscriber } from '../subscriber.ts'
import type { StoredChallenge } from './challenges.ts'
import type { Pairing } from './pairings.ts'
import type { Table } from './tables.ts'
import type { Ticket } from './ticket.ts'

/**
 * Why a player no longer waits, if not because of a match: their own wish, no renewal, a real-time match, a failed
 * pairing.
 */
export type LeaveReason = 'left' | 'gone' | 'playing' | 'failed'

/**
 * What the stores of a lobby publish to every node.
 * - `joined`: a player waits in a pool. A player who waited in another pool has left that one.
 * - `left`: a player no longer waits, and has no match through the queue.
 * - `matched`: the match of two players is created, or both games of a pair.
 * - `started`: both seats of a match have a player.
 * - `challenged`, `challenge-closed`: a challenge was opened, or is no longer open.
 * - `told`: some players, or everybody (null), are told of something that is not of the lobby.
 * - `opened`, `closed`: a table enters the public list, or is removed from it.
 */
export type LobbyNews =
  | { type: 'joined'; ticket: Ticket }
  | { type: 'left'; ticket: Ticket; reason: LeaveReason }
  | { type: 'matched'; pairing: Pairing; match: string; twin?: string }
  | { type: 'started'; match: string; players: readonly string[] }
  | { type: 'challenged'; challenge: StoredChallenge }
  | { type: 'challenge-closed'; challenge: StoredChallenge; reason: ChallengeClosed['reason']; match?: string }
  | { type: 'told'; players: readonly string[] | null; event: EventTo<'player'> }
  | { type: 'opened'; table: Table }
  | { type: 'closed'; match: string }

/** The one subscriber of a node to the news of its lobby. */
export type LobbySubscriber = Subscriber<LobbyNews>

/** What the stores of a lobby publish, in one order. */
export interface LobbyFeed {
  /** Publishes news that changes nothing in a store. */
  announce(news: Extract<LobbyNews, { type: 'started' | 'told' }>): Promise<void>
  /** Registers the one subscriber of this node. @throws Error if there is one already. */
  subscribe(subscriber: LobbySubscriber): void
}
