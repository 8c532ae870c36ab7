import type { GameResult } from '../../protocol/index.ts'
import type { Standing } from './glicko.ts'

/** The columns of a rating change that hold the standings before and after it. */
export interface StandingColumns {
  ratingBefore: number
  deviationBefore: number
  volatilityBefore: number
  ratingAfter: number
  deviationAfter: number
  volatilityAfter: number
}

export const columnsOf = (before: Standing, after: Standing): StandingColumns => ({
  ratingBefore: before.rating,
  deviationBefore: before.deviation,
  volatilityBefore: before.volatility,
  ratingAfter: after.rating,
  deviationAfter: after.deviation,
  volatilityAfter: after.volatility,
})

export const standingBefore = (row: StandingColumns): Standing => ({
  rating: row.ratingBefore,
  deviation: row.deviationBefore,
  volatility: row.volatilityBefore,
})

export const standingAfter = (row: StandingColumns): Standing => ({
  rating: row.ratingAfter,
  deviation: row.deviationAfter,
  volatility: row.volatilityAfter,
})

/** Results as Glicko-2 counts them. */
export const GLICKO_SCORES: Readonly<Record<GameResult, number>> = { won: 1, shared: 0.5, lost: 0 }
