/** What a match is: a header, a log, and their fold. Pure but for the draw of a new seed. */
export { advance, commitKey, foldRecord, openFold, seatOf, viewerOf } from './fold.ts'
export type { Fold } from './fold.ts'
export { hashSeed, newSeed } from './seed.ts'
export { snapshot, wireOutcome, wireScores } from './snapshot.ts'
export { updateOf, viewerStep, viewerSteps } from './steps.ts'
export type { Entry, EntryBody, MatchHeader, MatchRecord, Outcome } from './types.ts'
export { verifyRecord } from './verify.ts'
export type { Check, Claims } from './verify.ts'
