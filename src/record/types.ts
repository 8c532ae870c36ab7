import type {
  GameKind,
  GameRecord,
  MatchEnding,
  MatchOrigin,
  MatchTerms,
  TournamentOfMatch,
} from '../protocol/index.ts'
import { gameKindOf, gameOptionsOf, matchOptions } from '../protocol/index.ts'
import type { MatchOptions, Seat } from '../rules/index.ts'

/** A whole match: its state is the fold of its record. The protocol has the schemas of these types. */
export type MatchRecord = GameRecord
export type MatchHeader = MatchRecord['header']
export type Entry = MatchRecord['entries'][number]
export type EntryBody = Entry['body']

/**
 * The version of the format of records, in their headers. From 2 on, every entry but `downtime` has the hash of the one
 * before it. Records without a version have no hashes, and are read all the same.
 */
export const RECORD_FORMAT = 2 as const

const FIRST_TERMS: MatchTerms = { clock: 'none', rated: false, visibility: 'public' }

/** The kind of game of a match. @throws Error if no kind has the switches of its options. */
export const kindOf = ({ options }: MatchHeader): GameKind => gameKindOf(options)

/**
 * The options of a match for the rules, with every switch.
 * @throws Error if no kind has the switches of its options.
 */
export const optionsOf = (header: MatchHeader): MatchOptions =>
  matchOptions(kindOf(header), gameOptionsOf(header.options))

/** The terms of a match. */
export const termsOf = ({ terms = FIRST_TERMS }: MatchHeader): MatchTerms => terms

/**
 * Whether lists of all games have a match once it has ended: it was public, or on a deal of the day, whose results are for
 * all.
 */
export const isListed = (header: MatchHeader): boolean =>
  termsOf(header).visibility === 'public' || header.sealedUntil !== undefined

/** How the players of a match found each other. */
export const originOf = ({ origin = 'invitation' }: MatchHeader): MatchOrigin => origin

/** Whether a match is one of a pair of the ladder of engines. */
export const isOfLadder = (header: MatchHeader): boolean => originOf(header) === 'ladder'

/** The place of a match in a tournament, by its fields. */
export const shownRound = ({ id, round }: TournamentOfMatch): TournamentOfMatch => ({ id, round })

/** The deal of a match has the id of the first match that was played on it. */
export const dealOf = ({ deal, id }: Pick<MatchHeader, 'deal' | 'id'>): string => deal ?? id

/** What a match begins with that someone may know before. */
export const knownBeginningOf = ({ deal, sealedUntil, from }: KnownBeginning): KnownBeginning => ({
  ...(deal !== undefined && { deal }),
  ...(sealedUntil !== undefined && { sealedUntil }),
  ...(from && { from }),
})
type KnownBeginning = Pick<MatchHeader, 'deal' | 'sealedUntil' | 'from'>

/** Whether nobody may be told yet what is dealt in a match. @param now by the store (ms since 1970). */
export const isSealed = ({ sealedUntil }: Pick<MatchHeader, 'sealedUntil'>, now: number): boolean =>
  sealedUntil !== undefined && now < sealedUntil

/** Whether everybody may know by now what is dealt in a match that began when nobody might: it cannot go on. */
export const hasOpened = ({ sealedUntil }: Pick<MatchHeader, 'sealedUntil'>, now: number): boolean =>
  sealedUntil !== undefined && now >= sealedUntil

/** How a match ended. `winner` is null when both players share the victory, and when the match was aborted. */
export interface Outcome {
  winner: Seat | null
  by: MatchEnding
}
