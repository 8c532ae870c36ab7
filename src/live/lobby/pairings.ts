import type { MatchHeader } from '../../record/index.ts'
import type { Ticket } from './ticket.ts'

/** A ticket, and what the pairing rule also needs to know. */
export interface Candidate {
  ticket: Ticket
  /** The ids of the players whom this player met through the queue, as far as that is known, the last one first. */
  opponents: readonly string[]
}

/** The players who wait in a pool. */
export interface WaitingList {
  /** When the list was read (ms since 1970, the store's time). */
  readAt: number
  /** The player who waits longest comes first. */
  candidates: Candidate[]
}

/** Two players who are paired, or one who gets a bot, and whose match is not complete yet. */
export interface Pairing {
  id: string
  pool: string
  /** When they were paired (ms since 1970, the store's time). */
  at: number
  /** The ticket of the player who waited longer comes first. One ticket alone is for a match with its bot. */
  tickets: [Ticket] | [Ticket, Ticket]
}

/** How many pairs one call of `PairingStore.create` may contain. The call is one operation, which must be short. */
export const MOST_PAIRS = 25

/** Pairs the players who wait, and retains each pairing until its match is complete. */
export interface PairingStore {
  /**
   * Reads the tickets of a pool, up to `limit`, the player who waits longest first. No player is listed twice. The
   * store may read a long list in several operations: then a ticket that moved meanwhile may be missing.
   */
  waiting(pool: string, limit: number): Promise<WaitingList>
  /**
   * Pairs players: takes each pair of tickets if both players still wait with exactly these tickets, and changes
   * nothing about the other pairs. In a pair, the ticket of the player who waited longer comes first. Each player
   * becomes the last opponent of the other.
   * `places`: each pair takes two places of the ladder, of which there are so many; one for which there are none is not
   * taken.
   * Resolves with the new pairings, in the order of the pairs, leased to the caller as by `claim`.
   * @throws RangeError for more than `MOST_PAIRS` pairs.
   */
  create(
    pool: string,
    pairs: readonly (readonly [Ticket, Ticket])[],
    leaseMs: number,
    places?: number,
  ): Promise<Pairing[]>
  /**
   * Gives players the bots that they accept: takes each ticket if the player still waits with exactly this ticket, and
   * it still has a bot, and changes nothing about the others. Neither the last opponents nor the waits of the pool
   * change. Resolves with the new pairings, in the order of the tickets, leased to the caller as by `claim`.
   * @throws RangeError for more than `MOST_PAIRS` tickets.
   */
  createWithBots(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]>
  /**
   * Leases up to `limit` pairings whose match is not complete and whose lease has expired: no other caller gets them
   * for `leaseMs`. A pairing older than `LOBBY_RETENTION.pairingMs` is removed instead, and its players leave as
   * `failed`. Its places are free again.
   */
  claim(limit: number, leaseMs: number): Promise<Pairing[]>
  /**
   * Proposes the header of the match of a pairing. Resolves with the header that was proposed first, by whichever
   * node; null if there is no such pairing (any more).
   */
  propose(pairing: string, header: MatchHeader): Promise<MatchHeader | null>
  /**
   * Completes a pairing: its match is created. A `realTime` match prevents its players from waiting for another one. With a
   * `twin`, there are two matches, which have the places of the pairing.
   */
  complete(pairing: string, match: string, realTime: boolean, twin?: string): Promise<void>
}
