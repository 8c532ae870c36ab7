/** A match's life: create, join, act, the ways it ends, play again, and everybody who looks on and talks. */
export type { HappeningListener } from './happenings.ts'
export { Matches } from './matches.ts'
export type { Look, MatchesOptions } from './matches.ts'
export { newHeader } from './new-header.ts'
export type { NewMatch } from './new-header.ts'
export type { Watcher } from './watch.ts'
