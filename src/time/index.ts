/** Waiting: before another attempt, for an answer, and between slices of work. Timers do not keep the process alive. */
export { backoff, pause } from './backoff.ts'
export type { Backoff } from './backoff.ts'
export { MOST_IN_SLICE, Rounds } from './rounds.ts'
export { onAbort, unlessAborted } from './signals.ts'
export { Wakeups } from './wakeups.ts'
export { within } from './within.ts'
