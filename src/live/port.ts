import type { Entry, EntryBody, MatchHeader, MatchRecord } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/** What a node asks to have appended. */
export interface Commit {
  match: string
  /** The length of the log that the node folded: the entry is appended only if it is still that. */
  version: number
  body: EntryBody
  /** The client's id for this command, unique per match and seat; a second commit with it changes nothing. */
  actionId?: string
  /** This entry ends the match: it goes into the outbox in the same step. */
  ends: boolean
}

/**
 * - `committed`: appended as `version`, at the store's time `at` (ms since 1970).
 * - `duplicate`: this seat has committed this `actionId` before, as `version` at `at`. Nothing changed.
 * - `stale`: the log is longer (its length is `version`). Nothing changed.
 * - `unknown`: no such match, or it has expired.
 */
export type CommitResult =
  | { status: 'committed'; version: number; at: number }
  | { status: 'duplicate'; version: number; at: number }
  | { status: 'stale'; version: number }
  | { status: 'unknown' }

/** What a store tells a node of the matches it follows. */
export interface LiveListener {
  /** An entry was committed, by any node. In order for each match, but some may be missing after `interrupted`. */
  entry(match: string, entry: Entry): void
  /** The seats with a connection have changed. */
  presence(match: string, seats: Seat[]): void
  /** Entries may have been missed: every followed match must be read again. */
  interrupted(): void
}

/** How long a match is kept, in ms since its last commit. */
export interface Retention {
  /** Nobody has joined yet. */
  waitingMs: number
  /** In play. */
  playingMs: number
  /** Ended and in the history. (Ended and not yet there: without limit.) */
  endedMs: number
}

/**
 * Where live matches are kept. Both adapters keep the same promises: a commit is one atomic step, acknowledged only when it
 * is durable; entries are published by the commit itself; time is the store's.
 * Every method rejects with `CodedError('unavailable')` while the store does not answer; what was asked may then have been done
 * all the same.
 */
export interface LiveStore {
  /** Keeps a new match with an empty log. Rejects if its id is taken. Returns false, keeping nothing, if its code is taken. */
  create(header: MatchHeader): Promise<{ createdAt: number } | false>
  /** The whole match, null if unknown. */
  load(match: string): Promise<MatchRecord | null>
  /** The entries after a version, in order; null if the match is unknown. */
  entriesAfter(match: string, version: number): Promise<Entry[] | null>
  /** The match that waits under an invitation code, null if none. */
  findByCode(code: string): Promise<string | null>
  /** Appends one entry or changes nothing. A `join` also retires the invitation code. */
  commit(commit: Commit): Promise<CommitResult>

  /** Registers the one listener of this node. */
  listen(listener: LiveListener): void
  /** From now on (when it resolves) the listener hears of this match. Calls nest. */
  follow(match: string): Promise<void>
  unfollow(match: string): Promise<void>

  /** Says that a connection sits in a seat, for at most `ttlMs` unless said again. Publishes a change. */
  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void>
  disconnect(match: string, seat: Seat, connection: string): Promise<void>
  /** The seats with a connection. */
  present(match: string): Promise<Seat[]>

  /**
   * Up to `limit` ended matches that are not yet in the history. Each is leased to the caller: nobody else gets it for
   * `leaseMs`, after which it is offered again.
   */
  claimEnded(limit: number, leaseMs: number): Promise<string[]>
  /** The match is in the history: it leaves the outbox and expires. */
  settle(match: string): Promise<void>

  /** Resolves when the store answers. */
  ping(): Promise<void>
  close(): Promise<void>
}
