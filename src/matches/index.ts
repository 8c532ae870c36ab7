/** A match's life: create, join, act, resign, and everybody who looks on. */
export { Matches } from './matches.ts'
export type { MatchesOptions } from './matches.ts'
export type { Watcher } from './watch.ts'
