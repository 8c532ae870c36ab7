import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Rating } from '../protocol/index.ts'
import { NEWCOMER_RATING } from '../protocol/index.ts'
import type { RatingOf } from './matches.ts'

/** The rating of a player who has played no rated game. */
const NEW: Rating = { rating: NEWCOMER_RATING, deviation: 350, provisional: true, games: 0 }

/**
 * Ratings for the lobby: a player whose rating cannot be read in time (ms) counts as new, and can wait all the same.
 */
export function patientRatings(ratingOf: RatingOf, withinMs: number, logger: Logger): RatingOf {
  return async (player, kind) => {
    const inTime = new AbortController()
    const late = delay(withinMs, NEW, { ref: false, signal: inTime.signal }).catch(() => NEW)
    const read = ratingOf(player, kind).catch((error: unknown) => {
      logger.warn({ err: error, player }, 'a rating could not be read')
      return NEW
    })
    try {
      return await Promise.race([read, late])
    } finally {
      inTime.abort()
    }
  }
}
