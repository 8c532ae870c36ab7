import type { BotLevel } from '../../protocol/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { greedy } from './greedy.ts'
import type { Player } from './player.ts'
import { search } from './search.ts'

/** How strong a bot plays. */
export interface Level {
  player: 'greedy' | 'search'
  /** Worlds that it samples for a decision. */
  samples: number
  /** How long it thinks about a decision at most, ms; its clock may allow less. */
  timeMs: number
  /** The standard deviation of its error in each probability of winning. */
  noise: number
}

/** The levels, the weakest first. A new level is a new row. */
export const LEVELS = {
  novice: { player: 'greedy', samples: 1, timeMs: 1_000, noise: 0.12 },
  casual: { player: 'greedy', samples: 4, timeMs: 1_000, noise: 0.03 },
  club: { player: 'search', samples: 12, timeMs: 3_000, noise: 0 },
  master: { player: 'search', samples: 3_000, timeMs: 6_000, noise: 0 },
} as const satisfies Record<BotLevel, Level>

export type LevelName = keyof typeof LEVELS
export const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[]

/** The player of a level. */
export const playerOf = ({ player, noise }: Level, evaluate: Evaluation): Player =>
  player === 'greedy' ? greedy(evaluate, noise) : search({ evaluate }, noise)
