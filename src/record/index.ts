/**
 * What a match is: a header, a log, and their fold. Everything here is pure, except that `newSeed` draws a random seed.
 */
export { awaitsBot, hasHouseSeat, isHouseSeat } from './awaits-bot.ts'
export { deadlineOf } from './clock.ts'
export type { Clocks } from './clock.ts'
export {
  advance,
  beginningOf,
  hidesSeats,
  isAlone,
  isGame,
  openFold,
  playedOptions,
  reductionOf,
  seatOf,
  viewerOf,
} from './fold.ts'
export type { Fold } from './fold.ts'
export { mayDo } from './may-do.ts'
export { comparedBy, ratedKind, seatThatEndedEarly } from './rated.ts'
export { BALANCED_GAMES, bidSeat, chosenSeat, fairSeat, otherSeat, pairedSeat, seatedBy } from './seating.ts'
export type { Seating } from './seating.ts'
export { hashSeed, newSeed } from './seed.ts'
export { gameAfter, isBinding, isDecider, matchOfSeries, scoreAfter, shownPlace } from './series.ts'
export { positionOf } from './position.ts'
export { shownSeed, shownState, snapshot, statusOf, wireOutcome, wireScores } from './snapshot.ts'
export { viewerStep } from './steps.ts'
export { summaryOf } from './summary.ts'
export { folded, foldRecord, momentOf, transitions } from './transitions.ts'
export type { Folded, Transition } from './transitions.ts'
export {
  dealOf,
  hasOpened,
  isListed,
  isOfLadder,
  isSealed,
  kindOf,
  knownBeginningOf,
  optionsOf,
  originOf,
  RECORD_FORMAT,
  termsOf,
} from './types.ts'
export type { Entry, EntryBody, MatchHeader, MatchRecord, Outcome } from './types.ts'
export { endedRecord, foldable, gameOf, gameOfFold, publicRecord, wholeReplay } from './whole.ts'
export { Updates } from './updates.ts'
export { verifyRecord } from './verify.ts'
export type { Check, Claims } from './verify.ts'
