/** Waiting: before another attempt, and for an answer. Timers do not keep the process alive. */
export { backoff, pause } from './backoff.ts'
export type { Backoff } from './backoff.ts'
export { within } from './within.ts'
