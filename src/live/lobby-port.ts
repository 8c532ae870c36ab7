import type {
  BotLevel, Challenge, ChallengeClosed, GameKind, MatchTerms, PlayerRef, PublicMatch, PublicMatchesRequest, Rating, TimeControlId,
} from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { MatchOptions, Seat } from '../rules/index.ts'
import type { Subscriber } from './subscriber.ts'

/** A player who waits in a pool. */
export interface Ticket {
  player: PlayerRef
  pool: string
  rating: number
  /** When the player joined the pool (ms since 1970, the store's time). */
  since: number
  /** The bot of the server that the player accepts as an opponent; missing if they wait for people alone. */
  bot?: BotLevel
}

/** A ticket, and what the pairing rule needs to know besides. */
export interface Candidate {
  ticket: Ticket
  /** The id of the player whom this player met last through the queue; null if that is not known (any more). */
  lastOpponent: string | null
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

/** All that the lobby store knows of one player. */
export interface PlayerStatus {
  /** The ticket, while the player waits. */
  ticket: Ticket | null
  /** The pairing whose match is being created. A player has no ticket at the same time. */
  pairing: Pairing | null
  /** The match that the queue found last, until `LOBBY_RETENTION.foundMs` have passed or the player joins again. */
  found: { match: string; pool: string } | null
  /** The player's real-time matches that no node has reported as ended, newest first. */
  playing: string[]
}

/** The figures of a pool. */
export interface PoolStats {
  /** How many players wait. */
  waiting: number
  /** How long (ms) the players waited who were paired lately, newest first. */
  waits: number[]
}

/**
 * Why a player no longer waits, if not because of a match: their own wish, no renewal, a real-time match, a failed
 * pairing.
 */
export type LeaveReason = 'left' | 'gone' | 'playing' | 'failed'

/** A match that is in the public list, or will be. */
export interface Table {
  match: string
  /** The invitation code. A table that is only reserved has none. */
  code?: string
  host: PlayerRef
  /** The host's; null where there is no clock. */
  rating: Rating | null
  /** The host's. */
  seat: Seat
  options: MatchOptions
  terms: MatchTerms
  /** When the table was reserved (ms since 1970, the store's time). */
  createdAt: number
}

/** A table that is to be reserved. */
export type TableRequest = Omit<Table, 'code' | 'createdAt'>

/** A challenge that is to be opened. */
export type NewChallenge = Omit<Challenge, 'createdAt' | 'expiresAt'>

/** What became of a challenge that was accepted. */
export interface AcceptedChallenge {
  /** The player who has accepted it. */
  player: string
  match: string
}

/** The open challenges of a player, the newest first. */
export interface PlayerChallenges {
  received: Challenge[]
  sent: Challenge[]
}

/** A match in play that anybody may watch, as the lobby shows it. */
export type ShownMatch = Omit<PublicMatch, 'watchers'>

/** How shown matches are listed: the one that was shown last first, or the one of the highest rating. */
export type ShownOrder = PublicMatchesRequest['order']

/** Which shown matches are listed. */
export interface ShownQuery {
  order: ShownOrder
  kind?: GameKind | undefined
  clock?: TimeControlId | undefined
  /** Only those in which a bot has a seat, or only those between people. */
  bots?: boolean | undefined
  /** How many at most. */
  limit: number
  /** The list goes on behind the match with this place. */
  after?: number | undefined
}

/** A match in a list. */
export interface ListedMatch {
  match: ShownMatch
  /** The place in the list; no two matches of a list have the same. */
  place: number
}

/** A page of the players who are connected to any node. */
export interface OnlinePlayers {
  /** How many there are on all pages. */
  count: number
  /** In the order of their ids. */
  players: PlayerRef[]
}

/**
 * What a store publishes to every node.
 * - `joined`: a player waits in a pool. A player who waited in another pool has left that one.
 * - `left`: a player no longer waits, and has no match through the queue.
 * - `matched`: the match of two players is created.
 * - `started`: both seats of a match have a player.
 * - `challenged`, `challenge-closed`: a challenge was opened, or is not open any more.
 * - `opened`, `closed`: a table enters the public list, or is removed from it.
 */
export type LobbyNews =
  | { type: 'joined'; ticket: Ticket }
  | { type: 'left'; ticket: Ticket; reason: LeaveReason }
  | { type: 'matched'; pairing: Pairing; match: string }
  | { type: 'started'; match: string; players: readonly string[] }
  | { type: 'challenged'; challenge: Challenge }
  | { type: 'challenge-closed'; challenge: Challenge; reason: ChallengeClosed['reason']; match?: string }
  | { type: 'opened'; table: Table }
  | { type: 'closed'; match: string }

/** The one subscriber of a node to its lobby store. */
export type LobbySubscriber = Subscriber<LobbyNews>

/** How long the store retains things (ms), and how many of them. */
export const LOBBY_RETENTION = {
  /** The match that the queue found for a player. */
  foundMs: 600_000,
  /** The last opponent of a player. */
  opponentMs: 86_400_000,
  /** The fact that a player is in a real-time match; longer than any such match lasts. */
  playingMs: 86_400_000,
  /** A pairing whose match cannot be created. */
  pairingMs: 60_000,
  /** How long players of a pool waited: for this time after the last pairing, and for this many players. */
  waitsMs: 3_600_000,
  waits: 20,
  /** Which challenge a command has opened, and which match the acceptance of a challenge has created. */
  challengeMs: 600_000,
} as const

/** How many matches in play a lobby shows; the one that was shown first is hidden for another one. */
export const MOST_SHOWN = 10_000

/** How many pairs one call of `createPairings` may contain. The call is one step, which must be short. */
export const MOST_PAIRS = 25

/**
 * Where a lobby keeps its state. Both adapters make the same promises: each method is one atomic step, unless it says
 * otherwise; time is the store's; each change is published to every node. A player waits in one pool at a time, and
 * does not wait while they are paired. A ticket that has expired has no effect any more. The store removes what has
 * expired in portions, so that counts and lists may include it for a short time.
 * Every method rejects with `CodedError('unavailable')` while the store does not answer. The step may then have been
 * done all the same; repeating it is harmless.
 */
export interface LobbyStore {
  /**
   * Lets a player wait in a pool for `ttlMs`, or longer if their ticket is renewed. A player who waits in another
   * pool leaves that one; a player who waits in this pool keeps their ticket and their place, and the bot that they
   * accept is changed. The step changes nothing while the player is paired, or, for a `realTime` pool, while they play a real-time match. Resolves with the status after
   * the step.
   */
  join(
    player: PlayerRef, pool: string, rating: number, ttlMs: number, realTime: boolean, bot?: BotLevel,
  ): Promise<PlayerStatus>
  /**
   * Renews tickets: each expires in `ttlMs`, or later if that was agreed before. Resolves with those of the players
   * who do not wait. Many players may be renewed in several steps.
   */
  renewTickets(players: readonly string[], ttlMs: number): Promise<string[]>
  /**
   * Removes a player's ticket. Resolves with it; null if there was none, for example because the player was just
   * paired.
   */
  leave(player: string): Promise<Ticket | null>
  playerStatus(player: string): Promise<PlayerStatus>
  /** The figures of these pools, in the same order. */
  poolStats(pools: readonly string[]): Promise<PoolStats[]>

  /**
   * Reads the tickets of a pool, up to `limit`, the player who waits longest first. No player is listed twice. The
   * store may read a long list in several steps: then a ticket that moved meanwhile may be missing.
   */
  listWaiting(pool: string, limit: number): Promise<WaitingList>
  /**
   * Pairs players: takes each pair of tickets if both players still wait with exactly these tickets, and changes
   * nothing about the other pairs. In a pair, the ticket of the player who waited longer comes first. Each player
   * becomes the last opponent of the other.
   * Resolves with the new pairings, in the order of the pairs, leased to the caller as by `claimPairings`.
   * @throws RangeError for more than `MOST_PAIRS` pairs.
   */
  createPairings(pool: string, pairs: readonly (readonly [Ticket, Ticket])[], leaseMs: number): Promise<Pairing[]>
  /**
   * Gives players the bots that they accept: takes each ticket if the player still waits with exactly this ticket, and
   * it still has a bot, and changes nothing about the others. Neither the last opponents nor the waits of the pool
   * change. Resolves with the new pairings, in the order of the tickets, leased to the caller as by `claimPairings`.
   * @throws RangeError for more than `MOST_PAIRS` tickets.
   */
  createBotPairings(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]>
  /**
   * Leases up to `limit` pairings whose match is not complete and whose lease has expired: no other caller gets them
   * for `leaseMs`. A pairing older than `LOBBY_RETENTION.pairingMs` is removed instead, and its players leave as
   * `failed`.
   */
  claimPairings(limit: number, leaseMs: number): Promise<Pairing[]>
  /**
   * Proposes the header of the match of a pairing. Resolves with the header that was proposed first, by whichever
   * node; null if there is no such pairing (any more).
   */
  proposeMatch(pairing: string, header: MatchHeader): Promise<MatchHeader | null>
  /**
   * Completes a pairing: its match is created. A `realTime` match prevents its players from waiting for another one.
   */
  completePairing(pairing: string, match: string, realTime: boolean): Promise<void>

  /** Publishes that a match of these players has started. */
  announceStart(match: string, players: readonly string[]): Promise<void>
  /** A real-time match has begun: its players leave the queue. */
  matchBegan(match: string, players: readonly string[]): Promise<void>
  /** A match has ended for these players. */
  matchEnded(match: string, players: readonly string[]): Promise<void>

  /** Reserves a table, which is not in the public list yet. False: its host has `most` tables already. */
  reserveTable(table: TableRequest, most: number): Promise<boolean>
  /** Adds a reserved table to the public list. */
  openTable(match: string, code: string): Promise<void>
  closeTable(match: string): Promise<void>
  /** The public list, newest first, at most `limit` tables. */
  tables(limit: number): Promise<Table[]>
  /**
   * Claims up to `limit` tables, reserved or open, to be checked by the caller: those that were reserved, or claimed
   * last, at least `everyMs` ago.
   */
  claimTables(limit: number, everyMs: number): Promise<Table[]>

  /**
   * Opens a challenge for `ttlMs`. Resolves with it; or, changing nothing, with who has too many open ones: the player
   * who challenges may have sent `most.sent`, the other one may have received `most.received`. `actionId`: the sender's id
   * for this command. If it has opened a challenge before, the step resolves with that one, as `sentChallenge` does, and
   * changes nothing.
   */
  openChallenge(
    challenge: NewChallenge, ttlMs: number, most: { sent: number; received: number }, actionId?: string,
  ): Promise<Challenge | 'sender' | 'receiver'>
  /**
   * The challenge that a command of a player has opened in the last `LOBBY_RETENTION.challengeMs`, as it was then: it may
   * be closed by now. Null if there is none.
   */
  sentChallenge(player: string, actionId: string): Promise<Challenge | null>
  challenge(id: string): Promise<Challenge | null>
  /**
   * The match of a challenge that was accepted in the last `LOBBY_RETENTION.challengeMs`, and who has accepted it; null if
   * there is none.
   */
  acceptedChallenge(id: string): Promise<AcceptedChallenge | null>
  challengesOf(player: string): Promise<PlayerChallenges>
  /**
   * Proposes the header of the match of an open challenge. Resolves with the header that was proposed first; null if
   * the challenge is not open.
   */
  proposeChallengeMatch(id: string, header: MatchHeader): Promise<MatchHeader | null>
  /**
   * Closes a challenge. One whose match was proposed can only be closed as `accepted`. False: it was not open, or could
   * not be closed.
   */
  closeChallenge(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean>
  /** Closes challenges that have expired. */
  expireChallenges(): Promise<void>

  /**
   * Shows a match in play, if it is not shown yet. When there are more than `MOST_SHOWN`, the match that was shown first
   * is hidden.
   */
  showMatch(match: ShownMatch): Promise<void>
  hideMatch(match: string): Promise<void>
  isShown(match: string): Promise<boolean>
  /** The shown matches that a query asks for. In the order of ratings, a match without ratings is not listed. */
  listShown(query: ShownQuery): Promise<ListedMatch[]>
  /** Claims up to `limit` shown matches, to be checked by the caller: those shown, or claimed last, `everyMs` ago. */
  claimShown(limit: number, everyMs: number): Promise<string[]>

  /**
   * Renews the presence of players: they count as online for `ttlMs`, or longer if that was agreed before. Many
   * players may be renewed in several steps.
   */
  renewOnline(players: readonly PlayerRef[], ttlMs: number): Promise<void>
  /** A player who is online, null if they are not. */
  onlinePlayer(id: string): Promise<PlayerRef | null>
  /**
   * The players who are online, up to `limit` of them in the order of their ids; the page starts behind the id
   * `after`.
   */
  onlinePlayers(limit: number, after?: string): Promise<OnlinePlayers>

  /** Registers the one subscriber of this node. @throws Error if there is one already. */
  subscribe(subscriber: LobbySubscriber): void
  close(): Promise<void>
}
