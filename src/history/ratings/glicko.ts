import { NEWCOMER_RATING, RATING_BOUNDS } from '../../protocol/index.ts'
import type { Standing } from './glicko2.ts'
import { afterPeriod } from './glicko2.ts'

export type { Standing } from './glicko2.ts'

/** The standing of a player before the first rated game. */
export const NEWCOMER: Standing = { rating: NEWCOMER_RATING, deviation: 350, volatility: 0.06 }

/** The bounds of every standing, which ordinary games do not come near. */
const BOUNDS: Record<keyof Standing, { min: number; max: number }> = {
  ...RATING_BOUNDS,
  volatility: { min: 0.001, max: 0.999 },
}

/** How much volatilities may change. Glickman names 0.3 to 1.2; this suits a game in which luck has a part. */
const TAU = 0.5

/** For how long a game makes the next ones of the same two players count less (ms): so two of them cannot make a rating. */
export const MEETING_MS = 86_400_000

/** A rating with a higher deviation is provisional. */
export const PROVISIONAL_DEVIATION = 110

/** Leaderboards list players with at least so many games and at most this deviation. */
export const LISTED = { games: 15, deviation: 100 }

/** A standing, brought into its bounds. What is not a number becomes what a newcomer has. */
export const bounded = ({ rating, deviation, volatility }: Standing): Standing => ({
  rating: inBounds('rating', rating),
  deviation: inBounds('deviation', deviation),
  volatility: inBounds('volatility', volatility),
})

/** One figure of a standing, brought into its bounds. */
export function inBounds(figure: keyof Standing, value: number): number {
  const { min, max } = BOUNDS[figure]
  const nearest = Math.min(max, Math.max(min, value))
  return Number.isNaN(nearest) ? NEWCOMER[figure] : nearest
}

/**
 * The standings of both players after a game between them. Each game is a rating period of its own, and time alone
 * changes nothing. Standings that are out of their bounds are brought into them before the game, and after it.
 * @param score of the first player: 1 for a victory, 0.5 for a shared victory, 0 for a defeat.
 * @param met how many rated games of this kind the two have played in the day before (`MEETING_MS`). The first one of a
 * day changes all that a game changes, the second one a half of it, the third one a third.
 */
export function afterGame(first: Standing, second: Standing, score: number, met = 0): [Standing, Standing] {
  const [one, other] = [bounded(first), bounded(second)]
  const part = 1 / (1 + met)
  return [
    bounded(partly(one, afterPeriod(one, [{ opponent: other, score }], TAU), part)),
    bounded(partly(other, afterPeriod(other, [{ opponent: one, score: 1 - score }], TAU), part)),
  ]
}

/** A standing on the way from one to another, of which it has gone a part, from 0 to 1. */
function partly(from: Standing, to: Standing, part: number): Standing {
  const between = (figure: keyof Standing): number => from[figure] + part * (to[figure] - from[figure])
  return { rating: between('rating'), deviation: between('deviation'), volatility: between('volatility') }
}
