import type { CuriaError } from '../errors.ts'
import type { Step } from '../events.ts'
import type { ChatLine, ChatRoom, Ended, Presence, Rematch, SeriesNext, Snapshot } from '../protocol.ts'

/** What is said in the room of this viewer: the players' or the spectators'. */
export interface ChatState {
  readonly room: ChatRoom
  /** By number; the room keeps its last 200 lines. */
  readonly lines: readonly ChatLine[]
  /** Whether the player has muted the other one. */
  readonly muted: boolean
}

/**
 * All that is known of a match. A state never changes: there is a new one after each change, and every part of it
 * that is the same is the same object.
 */
export interface MatchState {
  /** The id of the match. */
  readonly match: string
  readonly version: number
  readonly snapshot: Snapshot
  /** What happened lately: the last versions, in order, at most 50. */
  readonly lastSteps: readonly Step[]
  /** Null until the server has said it. */
  readonly presence: Presence | null
  /** Who wants a rematch, and the next match; null while nobody does. */
  readonly rematch: Rematch | null
  /** The next game of the series; null before it has begun, and where none follows. */
  readonly next: SeriesNext | null
  /** Null until it was read. */
  readonly chat: ChatState | null
  /** How the match ended; null while it has not. */
  readonly ended: Ended | null
  /** Whether this is up to date: false from the loss of a connection until what was missed is known. */
  readonly live: boolean
  /** Why the match cannot be followed any more, such as `unknown-match` once it has expired; null while it can. */
  readonly lost: CuriaError | null
}

/** What has changed in a match. */
export type MatchChange =
  /** The match went on by these versions, in order. */
  | { readonly type: 'steps'; readonly steps: readonly Step[] }
  /** The server has lost versions, or knows no way from the last one to the present: the state was replaced. */
  | { readonly type: 'reset' }
  | { readonly type: 'presence' }
  | { readonly type: 'rematch' }
  /** The next game of the series has begun. */
  | { readonly type: 'next' }
  /** With the `line` that was said, or, after the room was read again, without. */
  | { readonly type: 'chat'; readonly line?: ChatLine }
  /** `live` or `lost`. */
  | { readonly type: 'following' }
