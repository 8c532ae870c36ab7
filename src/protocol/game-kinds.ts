import type { MatchOptions } from '../rules/index.ts'

/** The options of the rules that are either on or off: each adds an expansion. */
export type Switches = {
  [Option in keyof MatchOptions as Required<MatchOptions>[Option] extends boolean ? Option : never]-?: boolean
}

export interface GameKindRow {
  /** For people. */
  title: string
  /** What the kind means to the rules. No two kinds have the same. */
  switches: Switches
  /** By level, how strong the bots of the server are in it: see `houseBotRatings`. Left out until they have met. */
  botRatings?: Readonly<Record<string, number>>
}

/**
 * Every kind of game. Players choose one for a match; ratings, the queue, lists and profiles keep kinds apart. The
 * rules know switches instead. A new kind is a new row here: schemas, pools, ratings, queries and documentation follow
 * from it. An id is stored with every game and never changes.
 */
export const GAME_KINDS = {
  base: {
    title: 'the base game',
    switches: { agora: false, pantheon: false },
    botRatings: {
      novice: 560,
      learner: 790,
      casual: 1080,
      regular: 1260,
      club: 1500,
      league: 1610,
      expert: 1720,
      master: 1760,
    },
  },
  agora: {
    title: 'the base game with the Agora expansion',
    switches: { agora: true, pantheon: false },
    botRatings: {
      novice: 630,
      learner: 770,
      casual: 1060,
      regular: 1350,
      club: 1500,
      league: 1590,
      expert: 1700,
      master: 1700,
    },
  },
  pantheon: {
    title: 'the base game with the Pantheon expansion',
    switches: { agora: false, pantheon: true },
    botRatings: {
      novice: 510,
      learner: 760,
      casual: 1020,
      regular: 1260,
      club: 1500,
      league: 1660,
      expert: 1870,
      master: 1870,
    },
  },
  'agora-pantheon': {
    title: 'the base game with the Agora and Pantheon expansions',
    switches: { agora: true, pantheon: true },
    botRatings: {
      novice: 560,
      learner: 790,
      casual: 970,
      regular: 1240,
      club: 1500,
      league: 1570,
      expert: 1760,
      master: 1910,
    },
  },
} as const satisfies Record<string, GameKindRow>

export type GameKind = keyof typeof GAME_KINDS
