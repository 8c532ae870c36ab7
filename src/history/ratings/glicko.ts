import rate from 'glicko2-lite'

/** What a player's rating is, as Glicko-2 has it: on its public scale, not the internal one. */
export interface Standing {
  rating: number
  deviation: number
  volatility: number
}

/** Who has not played yet. */
export const NEWCOMER: Standing = { rating: 1500, deviation: 350, volatility: 0.06 }

/** By how much volatilities may change: a sensible value for games in which luck has its part (Glickman names 0.3 to 1.2). */
const TAU = 0.5

/** Who is less certain than this has a rating that does not mean much yet. */
export const PROVISIONAL_DEVIATION = 110

/** Who is in the leaderboard: has played so many games, and is at least so certain. */
export const LISTED = { games: 15, deviation: 100 }

/**
 * Both players' ratings after a game between them. Each game is a rating period of its own, and there are no others: time alone
 * changes nothing.
 * @param score of the first: 1 for a victory, 0.5 for a shared one, 0 for a defeat.
 */
export const afterGame = (first: Standing, second: Standing, score: number): [Standing, Standing] => [
  after(first, second, score),
  after(second, first, 1 - score),
]

function after({ rating, deviation, volatility }: Standing, opponent: Standing, score: number): Standing {
  const { rating: rated, rd, vol } = rate(rating, deviation, volatility, [[opponent.rating, opponent.deviation, score]], {
    rating: NEWCOMER.rating,
    tau: TAU,
  })
  return { rating: rated, deviation: rd, volatility: vol }
}
