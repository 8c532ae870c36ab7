/** The life of a match: create, join, act, the ways it ends, play again, and everybody who watches and talks. */
export type { LifecycleSubscriber } from './lifecycle.ts'
export { Matches } from './matches.ts'
export type { MatchesOptions } from './matches.ts'
export { newHeader } from './new-header.ts'
export type { NewMatch } from './new-header.ts'
export type { Play } from './play.ts'
export type { ViewOptions } from './views.ts'
export type { Watcher } from './watching/watch.ts'
