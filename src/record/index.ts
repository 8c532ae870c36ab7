/** What a match is: a header, a log, and their fold. Pure. */
export type { Entry, EntryBody, MatchHeader, MatchRecord, Outcome } from './types.ts'
