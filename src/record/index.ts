/**
 * What a match is: a header, a log, and their fold. Everything here is pure, except that `newSeed` draws a random seed.
 */
export { deadlineOf } from './clock.ts'
export type { Clocks } from './clock.ts'
export { advance, openFold, otherSeat, seatOf, viewerOf } from './fold.ts'
export type { Fold } from './fold.ts'
export { mayDo } from './may-do.ts'
export { ratedKind } from './rated.ts'
export { hashSeed, newSeed } from './seed.ts'
export { snapshot, wireOutcome, wireScores } from './snapshot.ts'
export { updateOf, viewerStep } from './steps.ts'
export { foldRecord, momentOf, transitions } from './transitions.ts'
export type { Transition } from './transitions.ts'
export { kindOf, optionsOf, originOf, termsOf } from './types.ts'
export type { Entry, EntryBody, MatchHeader, MatchRecord, Outcome } from './types.ts'
export { foldable, gameOf, wholeReplay } from './whole.ts'
export { verifyRecord } from './verify.ts'
export type { Check, Claims } from './verify.ts'
