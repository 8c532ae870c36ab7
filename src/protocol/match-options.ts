import type { MatchOptions } from '../rules/index.ts'
import type { GameKind, Switches } from './game-kinds.ts'
import { GAME_KINDS } from './game-kinds.ts'

/** What the players of a match choose in addition to the kind of game. */
export type GameOptions = Omit<MatchOptions, keyof Switches>

/** The most coins that one seat can begin with in addition to the usual ones. */
export const MOST_EXTRA_COINS = 15

/** What a client gets that chooses nothing. */
export const DEFAULT_GAME_OPTIONS = { wonders: 'draft', tiedPawn: 'chooses' } as const satisfies GameOptions

/** The options of the rules for a kind of game and what the players chose in addition to it. */
export const matchOptions = (kind: GameKind, options: GameOptions = DEFAULT_GAME_OPTIONS): MatchOptions => ({
  ...GAME_KINDS[kind].switches,
  ...options,
})
