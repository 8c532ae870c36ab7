import type { ChatLine, ChatRoom } from '../protocol/index.ts'
import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/** What a node asks to have appended. */
export interface Commit {
  match: string
  /** The length of the log that the node folded: the entry is appended only if it is still that. */
  version: number
  body: Exclude<EntryBody, { type: 'downtime' }>
  /** The client's id for this command, unique per match and seat; a second commit with it changes nothing. */
  actionId?: string
  /** This entry ends the match: as a game, which goes into the outbox in the same step; or aborted, which just expires. */
  ends?: 'game' | 'aborted'
  /**
   * Until when the match must go on: a moment of the store's time (ms since 1970), or so many ms after this commit. Null: it
   * has no deadline any more. Left out: the one it has stays. A match that ends has none.
   */
  deadline?: { at: number } | { after: number } | null
  /**
   * What must hold, by the store's own time, besides the version:
   * - `overdue`: the deadline has passed. For every other commit of a match with a deadline, it must not have.
   * - `away`: this seat has had no connection for at least so long (ms).
   */
  condition?: { is: 'overdue' } | { is: 'away'; seat: Seat; ms: number }
}

/**
 * - `committed`: appended as `version`, at the store's time `at` (ms since 1970).
 * - `duplicate`: this seat has committed this `actionId` before, as `version` at `at`. Nothing changed.
 * - `stale`: the log is longer (its length is `version`). Nothing changed.
 * - `late`: the deadline has passed. Nothing changed.
 * - `premature`: the condition does not hold. Nothing changed.
 * - `unknown`: no such match, or it has expired.
 * When several apply, it is the first of duplicate, unknown, stale, late, premature.
 */
export type CommitResult =
  | { status: 'committed'; version: number; at: number }
  | { status: 'duplicate'; version: number; at: number }
  | { status: 'stale'; version: number }
  | { status: 'late' }
  | { status: 'premature' }
  | { status: 'unknown' }

/** Who is connected to a match. */
export interface Attendance {
  /** The seats with a connection. */
  seats: Seat[]
  /**
   * By seat that has a player but no connection: since when (ms since 1970). Who never had one is away from his joining on, a
   * host from the creation on.
   */
  away: { 0?: number; 1?: number }
  /** Spectators, over all nodes. */
  watchers: number
}

/** Who wants to play again. */
export interface RematchState {
  offered: Seat[]
  /** The match to be made, once both do: decided once and for all. */
  next: MatchHeader | null
}

/** What a store tells a node of the matches it follows. */
export interface LiveListener {
  /** An entry was committed, by any node. In order for each match, but some may be missing after `interrupted`. */
  entry(match: string, entry: Entry): void
  /** Who is connected has changed. */
  attendance(match: string, attendance: Attendance): void
  /** Somebody said something; `muted` are the seats that do not want to read their room now. Some of it may be missed. */
  chat(match: string, room: ChatRoom, line: ChatLine, muted: Seat[]): void
  rematch(match: string, state: RematchState): void
  /** Entries may have been missed: every followed match must be read again. */
  interrupted(): void
}

/** How long a match is kept, in ms since its last commit. */
export interface Retention {
  /** Nobody has joined yet. */
  waitingMs: number
  /** In play. */
  playingMs: number
  /** Ended and in the history, or aborted. (Ended and not yet there: without limit.) */
  endedMs: number
}

/** What a room of a match's chat keeps; older lines go. */
export const CHAT_LINES_KEPT = 200

/**
 * Where live matches are kept. Both adapters keep the same promises: a commit is one atomic step, acknowledged only when it
 * is durable; entries are published by the commit itself; time is the store's.
 * Every method but `now` rejects with `CodedError('unavailable')` while the store does not answer; what was asked may then have
 * been done all the same.
 */
export interface LiveStore {
  /** Keeps a new match with an empty log. `taken`, keeping nothing: a match of this id is there, or another waits under its code. */
  create(header: MatchHeader): Promise<{ createdAt: number } | { taken: 'id' | 'code' }>
  /** The whole match, null if unknown. */
  load(match: string): Promise<MatchRecord | null>
  /** The entries after a version, in order; null if the match is unknown. */
  entriesAfter(match: string, version: number): Promise<Entry[] | null>
  /** The match that waits under an invitation code, null if none. */
  findByCode(code: string): Promise<string | null>
  /**
   * Appends one entry or changes nothing. A `join`, and the end, also retire the invitation code. What follows the end changes
   * nothing but the log.
   */
  commit(commit: Commit): Promise<CommitResult>

  /**
   * Says that matches can be played. Some node says so every second or so; when none has for longer than `OUTAGE_MS`, the
   * server was down, and every match with a deadline gets an entry `downtime` and a deadline later by as much, in one step and
   * before anything else is done to it: by this, or by the first commit. Nor does it count as absence from these matches.
   * Resolves with up to `limit` matches whose deadline has passed.
   */
  beat(limit: number): Promise<string[]>
  /** The store's time as far as this node knows it (ms since 1970). */
  now(): number

  /** Registers the one listener of this node. */
  listen(listener: LiveListener): void
  /** From now on (when it resolves) the listener hears of this match. Calls nest. */
  follow(match: string): Promise<void>
  unfollow(match: string): Promise<void>

  /**
   * Says that a connection sits in a seat, for at most `ttlMs` unless said again. Publishes a change. Of a match that there is
   * not nothing is kept.
   */
  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void>
  disconnect(match: string, seat: Seat, connection: string): Promise<void>
  /** Says how many spectators a node has, for at most `ttlMs` unless said again. Publishes a change. */
  watching(match: string, node: string, watchers: number, ttlMs: number): Promise<void>
  attendance(match: string): Promise<Attendance>

  /**
   * Keeps and publishes what somebody says in a room. An ended match goes into the outbox once more (to be claimed some
   * seconds later, when there may be more), as its chat is kept with the game. Null: no such match.
   */
  say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null>
  /** The last lines of a room, oldest first, at most `CHAT_LINES_KEPT`. */
  chat(match: string, room: ChatRoom): Promise<ChatLine[]>
  /** A seat does not want to read its room, or does again. */
  mute(match: string, seat: Seat, muted: boolean): Promise<void>
  muted(match: string): Promise<Seat[]>

  /**
   * A seat wants to play again. When both do, `proposed` is the next match, but for who already decided on one. Only for an
   * ended match; publishes a change. Null: no such match, or not ended.
   */
  offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null>
  rematch(match: string): Promise<RematchState>

  /**
   * Up to `limit` ended matches that are not yet in the history. Each is leased to the caller: nobody else gets it for
   * `leaseMs`, after which it is offered again.
   */
  claimEnded(limit: number, leaseMs: number): Promise<string[]>
  /** The match is in the history: it leaves the outbox (unless it was put into it again since it was claimed) and expires. */
  settle(match: string): Promise<void>

  /** Resolves when the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Nobody said for longer (ms) that matches can be played: the server was down. */
export const OUTAGE_MS = 3_000
