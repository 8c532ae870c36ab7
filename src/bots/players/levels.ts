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
  /** All threads that have nothing else to do think about its decisions, too: so it is as strong as its machine. */
  isHelped?: boolean
}

/** The levels, the weakest first. A new level is a new row. */
export const LEVELS = {
  novice: { player: 'greedy', samples: 1, timeMs: 1_000, noise: 0.09 },
  learner: { player: 'greedy', samples: 2, timeMs: 1_000, noise: 0.055 },
  casual: { player: 'greedy', samples: 4, timeMs: 1_000, noise: 0.03 },
  regular: { player: 'greedy', samples: 4, timeMs: 1_000, noise: 0 },
  club: { player: 'search', samples: 12, timeMs: 3_000, noise: 0 },
  league: { player: 'search', samples: 60, timeMs: 3_000, noise: 0 },
  expert: { player: 'search', samples: 500, timeMs: 4_000, noise: 0 },
  master: { player: 'search', samples: 10_000, timeMs: 6_000, noise: 0, isHelped: true },
} as const satisfies Record<BotLevel, Level>

export type LevelName = keyof typeof LEVELS
export const LEVEL_NAMES = Object.keys(LEVELS) as LevelName[]

/** The player of a level. */
export const playerOf = ({ player, noise }: Level, evaluate: Evaluation): Player =>
  player === 'greedy' ? greedy(evaluate, noise) : search({ evaluate }, noise)
