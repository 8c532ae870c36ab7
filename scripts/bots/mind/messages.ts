import type { LevelName } from '../../../src/bots/index.ts'
import type { Action, MatchEvent, MatchOptions, MatchView, Seat } from '../../../src/rules/index.ts'

/** What a worker thread is started with. `seed` makes its decisions repeatable. */
export interface Beginning {
  level: LevelName
  options: MatchOptions
  seat: Seat
  /** The view of the first version with a board. */
  first: MatchView
  seed: string
}

/** What a worker thread is asked. Each message but `observe` has one answer with its number. */
export type Message =
  | { type: 'observe'; events: MatchEvent[]; after: MatchView }
  | { type: 'decide'; number: number; view: MatchView; timeMs: number }
  | { type: 'chance'; number: number }

/** An action, or how likely the seat is to win (0 to 1). */
export type Answer = { number: number; action: Action } | { number: number; chance: number }
