import type { Result } from '../result.ts'
import type { Standing } from './glicko.ts'

/** The standings of a rating change, as its row has them. */
export interface ChangeColumns {
  ratingBefore: number
  deviationBefore: number
  volatilityBefore: number
  ratingAfter: number
  deviationAfter: number
  volatilityAfter: number
}

export const columns = (before: Standing, after: Standing): ChangeColumns => ({
  ratingBefore: before.rating,
  deviationBefore: before.deviation,
  volatilityBefore: before.volatility,
  ratingAfter: after.rating,
  deviationAfter: after.deviation,
  volatilityAfter: after.volatility,
})

export const beforeOf = (row: ChangeColumns): Standing => ({
  rating: row.ratingBefore,
  deviation: row.deviationBefore,
  volatility: row.volatilityBefore,
})

export const afterOf = (row: ChangeColumns): Standing => ({
  rating: row.ratingAfter,
  deviation: row.deviationAfter,
  volatility: row.volatilityAfter,
})

const SCORES: Record<Result, number> = { won: 1, shared: 0.5, lost: 0 }

/** A result as Glicko-2 counts it. */
export const scoreOf = (result: Result): number => SCORES[result]
