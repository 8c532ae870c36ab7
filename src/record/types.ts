import { gameKindOf, gameOptionsOf, matchOptions } from '../protocol/index.ts'
import type { GameKind, MatchOrigin, MatchTerms, PlayerRef, RecordedOptions } from '../protocol/index.ts'
import type { Action, MatchOptions, Seat } from '../rules/index.ts'

/** What is fixed when a match is created. `seed` is secret until the match has ended. */
export interface MatchHeader {
  id: string
  /** Joins the match while a seat is free; later shows a private match to spectators. */
  code: string
  /** With the switches of the rules; one that is missing is off. */
  options: RecordedOptions
  /** RULES_VERSION of the server that dealt it. */
  rules: string
  seed: string
  seedHash: string
  host: { seat: Seat; player: PlayerRef }
  /** Both are missing in records of versions that knew only unrated, untimed invitations: see `termsOf`, `originOf`. */
  terms?: MatchTerms
  origin?: MatchOrigin
}

const FIRST_TERMS: MatchTerms = { clock: 'none', rated: false, visibility: 'public' }

/** Which kind of game a match is. @throws Error if no kind has the switches of its options. */
export const kindOf = ({ options }: MatchHeader): GameKind => gameKindOf(options)

/** The options of a match for the rules, every switch among them. @throws Error like `kindOf`. */
export const optionsOf = (header: MatchHeader): MatchOptions =>
  matchOptions(kindOf(header), gameOptionsOf(header.options))

/** On what terms a match is played. */
export const termsOf = ({ terms = FIRST_TERMS }: MatchHeader): MatchTerms => terms

/** How its players came together. */
export const originOf = ({ origin = 'invitation' }: MatchHeader): MatchOrigin => origin

/**
 * Something that happened to a match and was committed. `seat` is who did it, but in a `flag` whose time had run out, whoever
 * noticed.
 */
export type EntryBody =
  | { type: 'join'; seat: Seat; player: PlayerRef }
  | { type: 'act'; seat: Seat; action: Action }
  | { type: 'resign'; seat: Seat }
  /** Before both have moved; of a match that nobody has joined, its host cancels it. */
  | { type: 'abort'; seat: Seat }
  | { type: 'offer-draw'; seat: Seat }
  | { type: 'accept-draw'; seat: Seat }
  | { type: 'decline-draw'; seat: Seat }
  | { type: 'flag'; seat: Seat }
  /** The other player was away for too long. */
  | { type: 'claim'; seat: Seat }
  /** The server was away for so long (ms): the running clock is given it back. */
  | { type: 'downtime'; ms: number }

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

/** How a match ended. `winner` is null when both share the victory, and when it was aborted. */
export interface Outcome {
  winner: Seat | null
  by: 'military' | 'science' | 'politics' | 'civilian' | 'tie' | 'resignation' | 'time' | 'absence' | 'agreement' | 'aborted'
}
