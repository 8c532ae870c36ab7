import type { Action, PlayerRef, Seat } from '../../client/src/index.ts'

/** What a player asks to have appended to the log of a match. */
export type Wish = { type: 'act'; seat: Seat; action: Action } | { type: 'resign'; seat: Seat }

/** A line of a player's journal. `at`: ms since 1970, by the clock of the swarm. `ask`: the number of a request. */
export type Line = { at: number } & (
  | { what: 'entered'; match: string; seat: Seat; player: PlayerRef }
  /** `version`: what the player saw when they picked the action. */
  | { what: 'wished'; ask: number; match: string; version: number; wish: Wish }
  | { what: 'acknowledged'; ask: number; match: string; version: number }
  | { what: 'said'; ask: number; match: string; text: string }
  | { what: 'heard'; ask: number; match: string; number: number }
  | { what: 'refused'; ask: number; match: string; code: string }
  /** The server has lost versions, and the client's state was replaced by `version`. */
  | { what: 'reset'; match: string; version: number }
  /** The match cannot be followed any more. */
  | { what: 'lost'; match: string; code: string }
)

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** A line before it has its time. */
export type NewLine = Without<Line, 'at'>

/** Lines of one kind. */
export type LineOf<What extends Line['what']> = Extract<Line, { what: What }>

/** The lines of one kind. */
export const linesOf = <What extends Line['what']>(journal: readonly Line[], what: What): LineOf<What>[] =>
  journal.filter((line): line is LineOf<What> => line.what === what)
