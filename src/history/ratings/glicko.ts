import rate from 'glicko2-lite'

/** The rating of a player as Glicko-2 has it, on its public scale. */
export interface Standing {
  rating: number
  deviation: number
  volatility: number
}

/** The standing of a player before the first rated game. */
export const NEWCOMER: Standing = { rating: 1500, deviation: 350, volatility: 0.06 }

/** How much volatilities may change. Glickman names 0.3 to 1.2; this suits a game in which luck has a part. */
const TAU = 0.5

/** A rating with a higher deviation is provisional. */
export const PROVISIONAL_DEVIATION = 110

/** Leaderboards list players with at least so many games and at most this deviation. */
export const LISTED = { games: 15, deviation: 100 }

/**
 * The standings of both players after a game between them. Each game is a rating period of its own, and time alone
 * changes nothing.
 * @param score of the first player: 1 for a victory, 0.5 for a shared victory, 0 for a defeat.
 */
export const afterGame = (first: Standing, second: Standing, score: number): [Standing, Standing] => [
  afterPeriod(first, second, score),
  afterPeriod(second, first, 1 - score),
]

function afterPeriod({ rating, deviation, volatility }: Standing, opponent: Standing, score: number): Standing {
  const games: [number, number, number][] = [[opponent.rating, opponent.deviation, score]]
  const after = rate(rating, deviation, volatility, games, { rating: NEWCOMER.rating, tau: TAU })
  return { rating: after.rating, deviation: after.rd, volatility: after.vol }
}
