/** Waiting: before another attempt, for an answer, between slices and rounds of work. Timers do not keep the process alive. */
export { backoff, pause } from './backoff.ts'
export type { Backoff } from './backoff.ts'
export { BackgroundWork } from './background-work.ts'
export { InHand } from './in-hand.ts'
export { MOST_IN_SLICE, Rounds } from './rounds.ts'
export { onAbort, unlessAborted } from './signals.ts'
export { within } from './within.ts'
