import type { FinishedGame } from '../../src/history/index.ts'

/** A rating on Glicko-2's public scale. */
export interface Glicko {
  rating: number
  deviation: number
  volatility: number
}

/** An opponent and the player's score against them: 1, 0.5 or 0. */
export interface Match {
  opponent: Glicko
  score: number
}

const SCALE = 173.7178
const TAU = 0.5

export const UNRATED: Glicko = { rating: 1500, deviation: 350, volatility: 0.06 }

/**
 * Glicko-2 once more, written from Glickman's paper ("Example of the Glicko-2 system") step by step, to compare with: a
 * rating after a rating period. The volatility is found by halving an interval.
 */
export function ratedAnew({ rating, deviation, volatility }: Glicko, matches: readonly Match[]): Glicko {
  const mu = (rating - 1500) / SCALE
  const phi = deviation / SCALE
  const terms = matches.map(({ opponent, score }) => {
    const g = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp((-g * (rating - opponent.rating)) / SCALE))
    return { information: g ** 2 * expected * (1 - expected), surprise: g * (score - expected) }
  })
  const sum = (of: (term: (typeof terms)[number]) => number): number =>
    terms.reduce((total, term) => total + of(term), 0)
  const v = 1 / sum(({ information }) => information)
  const surprise = sum((term) => term.surprise)
  const delta = v * surprise

  const a = Math.log(volatility ** 2)
  const f = (x: number): number =>
    (Math.exp(x) * (delta ** 2 - phi ** 2 - v - Math.exp(x))) / (2 * (phi ** 2 + v + Math.exp(x)) ** 2) -
    (x - a) / TAU ** 2
  let b = a - TAU
  if (delta ** 2 > phi ** 2 + v) b = Math.log(delta ** 2 - phi ** 2 - v)
  else while (f(b) < 0) b -= TAU
  // The function changes its sign between the two bounds.
  let [low, high] = a < b ? [a, b] : [b, a]
  for (let halved = 0; halved < 100; halved++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  const sigma = Math.exp(low / 2)
  const wide = Math.sqrt(phi ** 2 + sigma ** 2)
  const narrow = 1 / Math.sqrt(1 / wide ** 2 + 1 / v)
  return { rating: SCALE * (mu + narrow ** 2 * surprise) + 1500, deviation: SCALE * narrow, volatility: sigma }
}

/** The ratings of both players before and after a game. */
export interface Rated {
  before: [Glicko, Glicko]
  after: [Glicko, Glicko]
}

/** The parts of a game that ratings depend on. Times are ms since 1970. */
export type RatedGame = Pick<FinishedGame, 'ratingKind' | 'endedAt'> & {
  id: string
  players: readonly [string, string]
  winner: 0 | 1 | null
}

type Counted = Glicko & { games: number }

/** All ratings that some games lead to: by `player kind`, and by the id of each rated game. */
export function recompute(games: readonly RatedGame[]): { ratings: Map<string, Counted>; games: Map<string, Rated> } {
  const ratings = new Map<string, Counted>()
  const rated = new Map<string, Rated>()
  const inOrder = games
    .filter(({ ratingKind }) => ratingKind !== null)
    .sort((a, b) => a.endedAt - b.endedAt || (a.id < b.id ? -1 : 1))
  for (const { id, ratingKind, players, winner } of inOrder) {
    const keys = players.map((player) => `${player} ${ratingKind}`)
    const [first, second] = keys.map((key) => ratings.get(key) ?? { ...UNRATED, games: 0 }) as [Counted, Counted]
    const score = winner === null ? 0.5 : winner === 0 ? 1 : 0
    const after: [Glicko, Glicko] = [
      ratedAnew(first, [{ opponent: second, score }]),
      ratedAnew(second, [{ opponent: first, score: 1 - score }]),
    ]
    ratings.set(keys[0]!, { ...after[0], games: first.games + 1 })
    ratings.set(keys[1]!, { ...after[1], games: second.games + 1 })
    rated.set(id, { before: [first, second], after })
  }
  return { ratings, games: rated }
}
