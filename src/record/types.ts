import { gameKindOf, gameOptionsOf, matchOptions } from '../protocol/index.ts'
import type { GameKind, GameRecord, MatchOrigin, MatchTerms } from '../protocol/index.ts'
import type { MatchOptions, Seat } from '../rules/index.ts'

/** All of a match: the state is the fold of this. Its shapes are those of the protocol. */
export type MatchRecord = GameRecord
export type MatchHeader = MatchRecord['header']
export type Entry = MatchRecord['entries'][number]
export type EntryBody = Entry['body']

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

/** How a match ended. `winner` is null when both share the victory, and when it was aborted. */
export interface Outcome {
  winner: Seat | null
  by: 'military' | 'science' | 'politics' | 'civilian' | 'tie' | 'resignation' | 'time' | 'absence' | 'agreement' | 'aborted'
}
