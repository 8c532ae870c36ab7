import rate from 'glicko2-lite'
import type { FinishedGame } from '../../src/history/index.ts'
import type { Match, Standing } from '../../src/history/ratings/glicko2.ts'

const TAU = 0.5
const DAY_MS = 86_400_000

export const UNRATED: Standing = { rating: 1500, deviation: 350, volatility: 0.06 }

/** A rating after a period, by a library that has nothing to do with the server's own formulas, to compare with. */
export function ratedByLibrary({ rating, deviation, volatility }: Standing, matches: readonly Match[]): Standing {
  const opponents = matches.map(({ opponent, score }): [number, number, number] => [
    opponent.rating,
    opponent.deviation,
    score,
  ])
  const { rating: after, rd, vol } = rate(rating, deviation, volatility, opponents, { tau: TAU })
  return { rating: after, deviation: rd, volatility: vol }
}

/** The ratings of both players before and after a game. */
export interface Rated {
  before: [Standing, Standing]
  after: [Standing, Standing]
}

/** The parts of a game that ratings depend on. Times are ms since 1970. */
export type RatedGame = Pick<FinishedGame, 'ratingKind' | 'endedAt'> & {
  id: string
  players: readonly [string, string]
  winner: 0 | 1 | null
}

type Counted = Standing & { games: number }

/** Between two standings: all of the first one at 0, all of the other at 1. */
const mixed = (one: Standing, other: Standing, part: number): Standing => ({
  rating: (1 - part) * one.rating + part * other.rating,
  deviation: (1 - part) * one.deviation + part * other.deviation,
  volatility: (1 - part) * one.volatility + part * other.volatility,
})

/** All ratings that some games lead to: by `player kind`, and by the id of each rated game. */
export function recompute(games: readonly RatedGame[]): { ratings: Map<string, Counted>; games: Map<string, Rated> } {
  const ratings = new Map<string, Counted>()
  const rated = new Map<string, Rated>()
  const inOrder = games
    .filter(({ ratingKind }) => ratingKind !== null)
    .sort((a, b) => a.endedAt - b.endedAt || (a.id < b.id ? -1 : 1))
  for (const { id, ratingKind, players, winner, endedAt } of inOrder) {
    const keys = players.map((player) => `${player} ${ratingKind}`)
    const [first, second] = keys.map((key) => ratings.get(key) ?? { ...UNRATED, games: 0 }) as [Counted, Counted]
    const score = winner === null ? 0.5 : winner === 0 ? 1 : 0
    const both = [...players].sort().join(' ')
    const earlier = inOrder.filter(
      (other) =>
        other.ratingKind === ratingKind &&
        [...other.players].sort().join(' ') === both &&
        other.endedAt > endedAt - DAY_MS &&
        (other.endedAt < endedAt || (other.endedAt === endedAt && other.id < id)),
    )
    const part = 1 / (1 + earlier.length)
    const after: [Standing, Standing] = [
      mixed(first, ratedByLibrary(first, [{ opponent: second, score }]), part),
      mixed(second, ratedByLibrary(second, [{ opponent: first, score: 1 - score }]), part),
    ]
    ratings.set(keys[0]!, { ...after[0], games: first.games + 1 })
    ratings.set(keys[1]!, { ...after[1], games: second.games + 1 })
    rated.set(id, { before: [first, second], after })
  }
  return { ratings, games: rated }
}
