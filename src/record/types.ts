import type { PlayerRef } from '../protocol/index.ts'
import type { Action, MatchOptions, Seat } from '../rules/index.ts'

/** What is fixed when a match is created. `seed` is secret until the match has ended. */
export interface MatchHeader {
  id: string
  /** Joins the match while a seat is free. */
  code: string
  options: MatchOptions
  /** RULES_VERSION of the server that dealt it. */
  rules: string
  seed: string
  seedHash: string
  host: { seat: Seat; player: PlayerRef }
}

/** Something that happened to a match and was committed. */
export type EntryBody =
  | { type: 'join'; seat: Seat; player: PlayerRef }
  | { type: 'act'; seat: Seat; action: Action }
  | { type: 'resign'; seat: Seat }

/** One line of a match's log. The first has version 1: a match's version is the length of its log. */
export interface Entry {
  version: number
  /** When it was committed, by the store's clock (ms since 1970). */
  at: number
  /** The client's own id for it, unique per match and player. */
  actionId?: string
  body: EntryBody
}

/** All of a match: the state is the fold of this. */
export interface MatchRecord {
  header: MatchHeader
  /** By the store's clock (ms since 1970). */
  createdAt: number
  entries: Entry[]
}

/** How a match ended. `winner` is null when both share the victory. */
export interface Outcome {
  winner: Seat | null
  by: 'military' | 'science' | 'politics' | 'civilian' | 'tie' | 'resignation'
}
