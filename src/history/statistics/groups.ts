import type { StatisticsPool } from '../../protocol/index.ts'
import { RATING_BAND, statisticsPool } from '../../protocol/index.ts'
import type { FinishedGame } from '../finished.ts'
import { inBounds } from '../ratings/glicko.ts'

/** The ratings of both players before a game, by seat. */
export type RatingsBefore = readonly [number, number]

/** The band of games that are not rated. No band begins there. */
export const NO_BAND = -1

/** What is counted together. */
export interface Group {
  kind: string
  /** The day of the end of the games, by UTC (`YYYY-MM-DD`). */
  day: string
  pool: StatisticsPool
  bots: boolean
  /** The lower bound of the band of ratings, or `NO_BAND`. */
  band: number
}

/** The band of the mean rating of both players before a game. */
export function bandOf(ratings: RatingsBefore | undefined): number {
  if (!ratings) return NO_BAND
  const [first, second] = ratings
  return RATING_BAND * Math.floor((inBounds('rating', first) + inBounds('rating', second)) / 2 / RATING_BAND)
}

/** The group of a game. */
export const groupOf = (
  { kind, clock, origin, bots, endedAt }: Pick<FinishedGame, 'kind' | 'clock' | 'origin' | 'bots' | 'endedAt'>,
  ratings: RatingsBefore | undefined,
): Group => ({
  kind,
  day: new Date(endedAt).toISOString().slice(0, 10),
  pool: statisticsPool(clock, ratings !== undefined, origin),
  bots,
  band: bandOf(ratings),
})

export const nameOfGroup = ({ kind, day, pool, bots, band }: Group): string => `${kind} ${day} ${pool} ${bots} ${band}`
