import type { ChatLine, ChatRoom } from '../protocol/index.ts'
import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Attendance, LiveSubscriber, RematchState } from './news.ts'

/** What a node asks to have appended. */
export interface Commit {
  match: string
  /** The length of the log that the node folded: the entry is appended only if it is still that. */
  version: number
  /**
   * The time of the entry at `version`, or of the creation (ms since 1970, the store's time): the last entry must have it.
   * After a failover that lost entries, the log may be as long again in another course. Left out: only the length counts.
   */
  follows?: number
  body: Exclude<EntryBody, { type: 'downtime' }>
  /**
   * The client's id for this command, recorded in the entry. The store does not compare ids: a node whose fold is at `version`
   * knows every id committed before, and a stale node reads the log and finds the id there.
   */
  actionId?: string
  /** The hash of the entry at `version`, or of the header, recorded in the entry. */
  previousHash?: string
  /**
   * This entry ends the match: as a game, which goes into the outbox in the same operation; or aborted, which just
   * expires.
   */
  ends?: 'game' | 'aborted'
  /** Of an entry that ends the match as a game: it is claimed from the outbox from then on (ms since 1970), not before. */
  offeredFrom?: number
  /**
   * With `ends: 'game'`, in a series that goes on: the next match, which `rematch` has from then on, unless it has one. It is
   * decided and published in the same operation.
   */
  next?: MatchHeader
  /**
   * Until when the match must go on: a moment of the store's time (ms since 1970), or so many ms after this commit. Null: it
   * has no deadline any more. Left out: the one it has stays. A match that ends has none.
   */
  deadline?: { at: number } | { after: number } | null
  /**
   * Whether the server has to play next: the caller takes the turn, and no other node gets it for `leaseMs` after this
   * commit. Null: it does not have to. Left out, as in every match between people: what was so stays so. A match that ends
   * awaits nobody.
   */
  botTurn?: { leaseMs: number } | null
  /**
   * What must hold, by the store's own time, besides the version:
   * - `overdue`: the deadline has passed. For every other commit of a match with a deadline, it must not have.
   * - `away`: this seat has had no connection for at least so long (ms).
   */
  condition?: { is: 'overdue' } | { is: 'away'; seat: Seat; ms: number }
}

/**
 * - `committed`: appended as `version`, at the store's time `at` (ms since 1970).
 * - `stale`: the log has another length, `version`, or it does not follow. Nothing changed. It is longer than the node knew;
 *   or shorter, or in another course, if the store lost entries in a failover.
 * - `late`: the deadline has passed. Nothing changed.
 * - `premature`: the condition does not hold. Nothing changed.
 * - `unknown`: no such match, or it has expired.
 * When several apply, it is the first of unknown, stale, late, premature.
 */
export type CommitResult =
  | { status: 'committed'; version: number; at: number }
  | { status: 'stale'; version: number }
  | { status: 'late' }
  | { status: 'premature' }
  | { status: 'unknown' }

/** When a match was created (ms since 1970, the store's time), or what prevented it. */
export type Created = { createdAt: number } | { taken: 'id' | 'code' } | { taken: 'action'; match: string }

/** For how long a store knows at least which match a command has created (ms), unless the match expires before. */
export const CREATIONS_KEPT_MS = 3_600_000

/** How long a match is retained, in ms since its last commit. */
export interface Retention {
  /** Nobody has joined yet. */
  waitingMs: number
  /** In play. */
  playingMs: number
  /** Ended and archived, or aborted. (A match that has ended and is not yet archived never expires.) */
  endedMs: number
}

/** A seat of a player in a match that has not ended. */
export interface TakenSeat {
  match: string
  /** When the player took the seat (ms since 1970, the store's time). */
  since: number
}

/** How many lines a room of a match's chat retains; older lines are dropped. */
export const CHAT_LINES_KEPT = 200

/** What waits in the outbox. */
export interface Backlog {
  games: number
  /** Since when the one waits that has waited longest, by the store's time (ms since 1970). Null: none waits. */
  since: number | null
}

/**
 * The store of live matches. All adapters make the same promises: a commit is one atomic operation, acknowledged only
 * when it is durable; the commit itself publishes its entry; time is the store's. Every method but `now` rejects with
 * `CodedError('unavailable')` while the store does not answer; what was asked may then have been done all the same.
 */
export interface LiveStore {
  /**
   * Adds a match with an empty log. A later game of a series has the code of the first one, which leads to that match alone.
   * `actionId`: the host's id for this command. `taken`, changing nothing: this id
   * exists, or another match has the code, or the command has created another match, as `createdBy` says.
   */
  create(header: MatchHeader, actionId?: string): Promise<Created>
  /**
   * The match that a command of a player creates or has created; null if none. It is known for `CREATIONS_KEPT_MS`, and
   * may be known for as long as the match is retained. A creation that was cut short may leave an id without a match.
   */
  createdBy(player: string, actionId: string): Promise<string | null>
  /** The whole match, null if unknown. */
  load(match: string): Promise<MatchRecord | null>
  /** The entries after a version, in order; null if the match is unknown. */
  entriesAfter(match: string, version: number): Promise<Entry[] | null>
  /**
   * The match that has an invitation code, null if none. A match keeps its code while it waits, and after its code was used
   * for at least as long as a match may wait (`Retention.waitingMs`): a player may repeat their join.
   */
  findByCode(code: string): Promise<string | null>
  /**
   * The matches that have not ended and in which a player has a seat, up to `limit`: the seat that was taken last comes first,
   * and of two that were taken at the same moment the greater id. The list starts behind the seat `after`. A seat is in it from
   * the operation that gave it to the player until the operation that ended the match. The seats of bots that the
   * server plays are not listed.
   */
  matchesOf(player: string, limit: number, after?: TakenSeat): Promise<TakenSeat[]>
  /**
   * Appends one entry or changes nothing. What follows the end changes nothing but the log.
   */
  commit(commit: Commit): Promise<CommitResult>

  /**
   * Reports that matches can be played. Some node does so about every second. When none has for longer than `OUTAGE_MS`, the
   * server was down: every match with a deadline gets an entry `downtime` and a deadline that is later by as much, in
   * one operation and before anything else is done to it, by this or by the first commit. That time does not count as
   * absence from these matches either. Resolves with up to `limit` matches whose deadline has passed.
   */
  heartbeat(limit: number): Promise<string[]>
  /** The store's time as far as this node knows it (ms since 1970). It never goes back. */
  now(): number

  /** Registers the one subscriber of this node. @throws Error if there is one already. */
  subscribe(subscriber: LiveSubscriber): void
  /** From now on (when it resolves) the subscriber gets the news of this match. Calls nest. */
  follow(match: string): Promise<void>
  unfollow(match: string): Promise<void>

  /**
   * Reports that a connection sits in a seat, for at most `ttlMs` unless it is reported again. Publishes a change. Does nothing
   * for an unknown match.
   */
  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void>
  disconnect(match: string, seat: Seat, connection: string): Promise<void>
  /** Reports how many spectators a node has, for at most `ttlMs` unless it is reported again. Publishes a change. */
  reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void>
  attendance(match: string): Promise<Attendance>

  /**
   * Retains and publishes what someone says in a room. An ended match enters the outbox once more, as its chat is archived with
   * the game; it can be claimed some seconds later, when there may be more lines. Null: the match is unknown.
   */
  say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null>
  /** The last lines of a room, oldest first, at most `CHAT_LINES_KEPT`. */
  chat(match: string, room: ChatRoom): Promise<ChatLine[]>
  /** A seat does not want to read its room, or does again. */
  mute(match: string, seat: Seat, muted: boolean): Promise<void>
  muted(match: string): Promise<Seat[]>

  /**
   * A seat wants to play again. When both do, `proposed` becomes the next match, unless one is decided already. Only for an
   * ended match; publishes a change. Null: the match is unknown or has not ended.
   */
  offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null>
  rematch(match: string): Promise<RematchState>
  /**
   * The next match was created, and both players have a seat: `rematch` says so from now on. It publishes nothing. Does
   * nothing if no next match was decided.
   */
  rematchBegan(match: string): Promise<void>

  /**
   * Up to `limit` ended matches that are not yet in the history. Each is leased to the caller: nobody else gets it for
   * `leaseMs`, after which it is offered again.
   */
  claimEnded(limit: number, leaseMs: number): Promise<string[]>
  /** The match is archived: it leaves the outbox, unless it entered it again since it was claimed, and expires. */
  markArchived(match: string): Promise<void>

  /**
   * Up to `limit` matches in which the server has to play and whose lease has run out. Each is leased to the caller for
   * `leaseMs`.
   */
  claimBotTurns(limit: number, leaseMs: number): Promise<string[]>
  /** Leases bot turns for `leaseMs` from now on. Does nothing for a match that awaits no bot. */
  renewBotTurns(matches: readonly string[], leaseMs: number): Promise<void>

  /** The ended matches that are not yet archived. */
  backlog(): Promise<Backlog>

  /** Resolves when the store accepts commits; rejects also while it answers but can't write (read-only, memory or disk full). */
  ping(): Promise<void>
  close(): Promise<void>
}

/** When no heartbeat came for longer than this (ms), the server was down. */
export const OUTAGE_MS = 3_000
