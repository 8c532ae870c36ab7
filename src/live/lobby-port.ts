import type { MatchTerms, PlayerRef, Rating } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { MatchOptions, Seat } from '../rules/index.ts'

/** A player who waits in a pool. */
export interface Ticket {
  player: PlayerRef
  pool: string
  rating: number
  /** Since when (ms since 1970, the store's time). */
  since: number
}

/** Two players who were picked for each other, and have no match yet. */
export interface Pairing {
  id: string
  pool: string
  at: number
  /** First who waited longer. */
  tickets: [Ticket, Ticket]
}

/** Who is paired with whom. */
export interface PairingRules {
  /** How far apart two ratings may be: so far at first, farther by a step every so often, after some time no matter how far. */
  window: { first: number; step: number; everyMs: number; openAfterMs: number }
  /** Who played each other last are paired again only when one of them has waited for so long. */
  againAfterMs: number
}

/** All that is known of where a player stands. */
export interface Standing {
  /** He waits. */
  ticket: Ticket | null
  /** He was picked, and his match is being made. He does not wait at the same time. */
  pairing: Pairing | null
  /** The match that the queue found for him last, if it was lately and he has not joined it again since. */
  found: { match: string; pool: string } | null
  /** His real-time matches that nobody has said are over, newest first. */
  playing: string[]
}

/** How a pool is doing. */
export interface Crowd {
  waiting: number
  /** How long (ms) those waited who were paired lately, newest first. */
  waits: number[]
}

/** Why somebody waits no more, other than that he was paired. */
export type LeftBecause = 'left' | 'gone' | 'playing' | 'failed'

/** A match that is, or is about to be, in the public list. */
export interface Table {
  match: string
  /** Its invitation code, once it is public. */
  code?: string
  host: PlayerRef
  /** The host's; null where there is no clock. */
  rating: Rating | null
  /** The host's. */
  seat: Seat
  options: MatchOptions
  terms: MatchTerms
  createdAt: number
}

/** Who is connected. */
export interface Online {
  count: number
  players: PlayerRef[]
}

/** What a store tells every node. In order, but some may be missing after `interrupted`. */
export interface LobbyListener {
  joined(ticket: Ticket): void
  left(ticket: Ticket, because: LeftBecause): void
  matched(pairing: Pairing, match: string): void
  opened(table: Table): void
  closed(match: string): void
  /** Something may have been missed. */
  interrupted(): void
}

/** How long things are kept (ms), and how many. */
export const LOBBY_KEEPS = {
  /** What the queue found for a player. */
  foundMs: 600_000,
  /** Whom a player met last through the queue. */
  opponentMs: 86_400_000,
  /** That a player is in a real-time match; longer than any lasts. */
  playingMs: 86_400_000,
  /** A pairing whose match cannot be made. */
  pairingMs: 60_000,
  /** How long players waited. */
  waitsMs: 3_600_000,
  waits: 20,
} as const

/** How much work one step of pairing may be. */
export const PAIRING_BOUNDS = {
  /** Tickets looked at: those that wait longest. */
  tickets: 2_000,
  /** Candidates looked at for each. */
  candidates: 100,
} as const

/**
 * Where those are kept who look for each other. Both adapters keep the same promises: each method is one atomic step; time is
 * the store's; what a step changes it also tells every node. A player waits in one pool at a time, and only while he is not
 * being paired.
 * Every method rejects with `CodedError('unavailable')` while the store does not answer; what was asked may then have been done
 * all the same, and can be asked again.
 */
export interface LobbyStore {
  /**
   * Lets a player wait in a pool, for at most `keepMs` unless said again; from another pool he is taken away, in the same one he
   * keeps his place. Refused, so that the ticket is null or the one before, while he is being paired; and, into a `realTime`
   * pool, while he plays.
   */
  join(player: PlayerRef, pool: string, rating: number, keepMs: number, realTime: boolean): Promise<Standing>
  /** Lets players wait on, for at most `keepMs` unless said again. Resolves with those of them who do not wait. */
  keep(players: string[], keepMs: number): Promise<string[]>
  /** A player waits no more. Resolves with his ticket, null if he had none, be it that he was paired just now. */
  leave(player: string): Promise<Ticket | null>
  standing(player: string): Promise<Standing>
  crowds(pools: readonly string[]): Promise<Crowd[]>

  /**
   * Pairs players of a pool, those who wait longest first, each with the closest rating inside the window of both. Resolves with
   * the new pairings, leased to the caller as by `claimPairings`.
   */
  pair(pool: string, rules: PairingRules, leaseMs: number): Promise<Pairing[]>
  /** Up to `limit` pairings that have no match yet; nobody else gets them for `leaseMs`. Takes back those that are too old. */
  claimPairings(limit: number, leaseMs: number): Promise<Pairing[]>
  /** Says what match is made of a pairing. Resolves with the header that was proposed first; null: the pairing is no more. */
  propose(pairing: string, header: MatchHeader): Promise<MatchHeader | null>
  /** The match of a pairing is made; a `realTime` one keeps its players from waiting for another. */
  settle(pairing: string, match: string, realTime: boolean): Promise<void>

  /** A real-time match has begun: its players wait no more. */
  began(match: string, players: string[]): Promise<void>
  /** A match is over, for these players. */
  over(match: string, players: string[]): Promise<void>

  /** Keeps room for a table, which is not yet public. False: its host has `most` tables. */
  reserveTable(table: Omit<Table, 'code' | 'createdAt'>, most: number): Promise<boolean>
  /** A table that was reserved is public from now on. */
  openTable(match: string, code: string): Promise<void>
  closeTable(match: string): Promise<void>
  /** The public tables, newest first, at most `limit`. */
  tables(limit: number): Promise<Table[]>
  /**
   * Up to `limit` tables, public or not, that nobody has looked after for `everyMs`, nor was given to. A new one is due after as
   * long.
   */
  claimTables(limit: number, everyMs: number): Promise<Table[]>

  /** These players are connected, for at most `keepMs` unless said again. */
  greet(players: PlayerRef[], keepMs: number): Promise<void>
  /** Who is connected to any node: how many, and up to `limit` of them in the order of their ids, after one if it is named. */
  online(limit: number, after?: string): Promise<Online>

  /** Registers the one listener of this node. */
  listen(listener: LobbyListener): void
  close(): Promise<void>
}
