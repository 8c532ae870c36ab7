import type { MatchOptions } from '../rules/index.ts'

/** The options of the rules that are either on or off: each adds an expansion. */
export type Switches = {
  [Option in keyof MatchOptions as Required<MatchOptions>[Option] extends boolean ? Option : never]-?: boolean
}

interface GameKindRow {
  /** For people. */
  title: string
  /** What the kind means to the rules. No two kinds have the same. */
  switches: Switches
}

/**
 * Every kind of game. Players choose one for a match; ratings, the queue, lists and profiles keep kinds apart. The
 * rules know switches instead. A new kind is a new row here: schemas, pools, ratings, queries and documentation follow
 * from it. An id is stored with every game and never changes.
 */
export const GAME_KINDS = {
  base: { title: 'the base game', switches: { agora: false, pantheon: false } },
  agora: { title: 'the base game with the Agora expansion', switches: { agora: true, pantheon: false } },
  pantheon: { title: 'the base game with the Pantheon expansion', switches: { agora: false, pantheon: true } },
  'agora-pantheon': {
    title: 'the base game with the Agora and Pantheon expansions',
    switches: { agora: true, pantheon: true },
  },
} as const satisfies Record<string, GameKindRow>

export type GameKind = keyof typeof GAME_KINDS
