import { NORMAL_95 } from '../../../src/history/statistics/interval.ts'

/** Points of games between two players: a win is 1, a tie a half. */
export interface Encounter {
  players: readonly [string, string]
  /** The points of the first player. */
  points: number
  games: number
}

export interface Rating {
  name: string
  elo: number
  /** Half of the width of the 95 % interval. */
  interval: number
}

const PER_LOGIT = 400 / Math.LN10
/** Each pair that met is taken to have tied once more, so that a player that always wins has a finite rating. */
const PRIOR_GAMES = 1
const ITERATIONS = 2_000

/**
 * Elo ratings by the most likely strengths of the model of Bradley and Terry. The mean of all ratings is 0. The
 * intervals come from the curvature of the likelihood, for each player with the others as they are.
 */
export function ratingsOf(encounters: readonly Encounter[]): Rating[] {
  const names = [...new Set(encounters.flatMap(({ players }) => players))]
  const strength = new Map(names.map((name) => [name, 0]))
  const expected = (one: string, other: string): number => 1 / (1 + Math.exp(strength.get(other)! - strength.get(one)!))
  const slope = (name: string): { gradient: number; curvature: number } => {
    let [gradient, curvature] = [0, 0]
    for (const {
      players: [one, other],
      points,
      games,
    } of encounters) {
      if (one !== name && other !== name) continue
      const [mine, theirs] = one === name ? [points, other] : [games - points, one]
      const chance = expected(name, theirs)
      gradient += mine + PRIOR_GAMES / 2 - (games + PRIOR_GAMES) * chance
      curvature += (games + PRIOR_GAMES) * chance * (1 - chance)
    }
    return { gradient, curvature }
  }
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    for (const name of names) {
      const { gradient, curvature } = slope(name)
      strength.set(name, strength.get(name)! + Math.max(-1, Math.min(1, gradient / Math.max(curvature, 1e-6))))
    }
  }
  const mean = [...strength.values()].reduce((sum, each) => sum + each, 0) / names.length
  return names
    .map((name) => ({
      name,
      elo: PER_LOGIT * (strength.get(name)! - mean),
      interval: (PER_LOGIT * NORMAL_95) / Math.sqrt(slope(name).curvature),
    }))
    .sort((one, other) => other.elo - one.elo)
}
