import type { Pairing } from './pairings.ts'
import type { NewTicket, Ticket } from './ticket.ts'

/** All that the queue knows of one player. */
export interface PlayerStatus {
  /** The ticket, while the player waits. */
  ticket: Ticket | null
  /** The pairing whose match is being created. A player has no ticket at the same time. */
  pairing: Pairing | null
  /** What the queue found last, until `LOBBY_RETENTION.foundMs` have passed or the player joins again. */
  found: Found | null
  /** The player's real-time matches that no node has reported as ended, newest first. */
  playing: string[]
}

/** The match that the queue found for a player, and the other one of a pair. */
export interface Found {
  match: string
  twin?: string
  pool: string
}

/** The figures of a pool. */
export interface PoolStats {
  /** How many players wait. */
  waiting: number
  /** How long (ms) the players waited who were paired lately, newest first. */
  waits: number[]
}

/** The players who wait for any opponent, each in one pool at most. A ticket that has expired has no effect any more. */
export interface QueueStore {
  /**
   * Lets a player wait in a pool for `ttlMs`, or longer if their ticket is renewed. A player who waits in another
   * pool leaves that one; a player who waits in this pool keeps their ticket and their place, and the bot that they
   * accept is changed. The operation changes nothing while the player is paired, or, for a `realTime` pool, while they
   * play a real-time match. Resolves with the status after the operation.
   */
  join(ticket: NewTicket, ttlMs: number, realTime: boolean): Promise<PlayerStatus>
  /**
   * Renews tickets: each expires in `ttlMs`, or later if that was agreed before. Resolves with those of the players
   * who do not wait. Many players may be renewed in several operations.
   */
  renew(players: readonly string[], ttlMs: number): Promise<string[]>
  /**
   * Removes a player's ticket. Resolves with it; null if there was none, for example because the player was just
   * paired.
   */
  leave(player: string): Promise<Ticket | null>
  status(player: string): Promise<PlayerStatus>
  /** The figures of these pools, in the same order. */
  stats(pools: readonly string[]): Promise<PoolStats[]>

  /** A real-time match has begun: its players leave the queue. */
  matchBegan(match: string, players: readonly string[]): Promise<void>
  /** A match has ended for these players. */
  matchEnded(match: string, players: readonly string[]): Promise<void>
}
