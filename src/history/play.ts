import type { PrismaClient } from '../database/index.ts'
import type { Estimate, PlayFigures } from '../protocol/index.ts'
import { ANALYSED_GAMES, LEAST_FOR_MARGIN } from '../protocol/index.ts'

/** What the analysis of a game says of the play of one of its seats, which decided at least once. In parts of 10,000. */
interface Played {
  decisions: number
  cost: number
  expected: number
}

/** What a player's last analysed games say of their play; null if there are none. */
export async function findPlay(db: PrismaClient, playerId: string): Promise<PlayFigures | null> {
  const games = await db.analysedSeat.findMany({
    where: { playerId },
    orderBy: [{ endedAt: 'desc' }, { gameId: 'desc' }],
    take: ANALYSED_GAMES,
    select: { decisions: true, cost: true, expected: true },
  })
  return playIn(games)
}

/** The figures of some games; null without any. */
export function playIn(games: readonly Played[]): PlayFigures | null {
  if (games.length === 0) return null
  return {
    games: games.length,
    decisions: games.reduce((sum, { decisions }) => sum + decisions, 0),
    cost: estimate(games.map(({ cost, decisions }) => ({ of: cost, per: decisions }))),
    result: estimate(games.map(({ expected }) => ({ of: expected, per: 1 }))),
  }
}

/**
 * How much there is of something for each unit of another, over games. Games are independent, and the decisions within one
 * are not: so the interval follows from how much games differ, as that of a ratio of means does, with Student's t.
 */
function estimate(games: readonly { of: number; per: number }[]): Estimate {
  const all = games.reduce((sum, game) => ({ of: sum.of + game.of, per: sum.per + game.per }))
  const mean = all.of / all.per
  const count = games.length
  if (count < LEAST_FOR_MARGIN) return { mean, margin: null }
  const squares = games.reduce((sum, { of, per }) => sum + (of - mean * per) ** 2, 0)
  return { mean, margin: (student(count - 1) * Math.sqrt((squares * count) / (count - 1))) / all.per }
}

/** The 97.5 % point of the normal distribution. */
const NORMAL = 1.959963984540054

/**
 * The 97.5 % point of Student's distribution, from its expansion in the degrees of freedom. From 4 on it is right to three
 * digits.
 */
export function student(freedom: number): number {
  const z = NORMAL
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduceRight((sum, term) => term + sum / freedom, 0)
}
