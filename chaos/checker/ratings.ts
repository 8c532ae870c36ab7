import type { GameSummary, PlayerProfile } from '../../src/protocol/index.ts'
import { hasBot, RATING_KINDS, ratingKind } from '../../src/protocol/index.ts'
import { recompute, UNRATED } from '../../test/support/glicko.ts'
import type { Fault } from './evidence.ts'

/** Two figures are the same if they differ by less: rounding, and another order of sums. */
const TOLERANCE = 0.005

const differ = (one: number, other: number): boolean => !(Math.abs(one - other) < TOLERANCE)

/** Compares the ratings with those that follow from the stored games alone, by Glicko-2 once more. */
export function checkRatings({
  listed,
  profiles,
}: {
  listed: readonly GameSummary[]
  profiles: readonly Pick<PlayerProfile, 'id' | 'ratings'>[]
}): Fault[] {
  const faults: Fault[] = []
  const fault = (of: string, text: string): void => void faults.push({ about: 'rating', of, text })
  const unique = [...new Map(listed.map((game) => [game.id, game])).values()]
  const { ratings, games } = recompute(
    unique.map((game) => ({
      id: game.id,
      ratingKind: game.rated ? ratingKind(game.kind, game.clock, hasBot([game.players[0], game.players[1]])) : null,
      endedAt: game.endedAt,
      players: [game.players[0].id, game.players[1].id],
      winner: game.outcome.winner ?? null,
    })),
  )
  for (const { id, ratings: shown } of profiles) {
    for (const kind of RATING_KINDS) {
      const expected = ratings.get(`${id} ${kind}`) ?? { ...UNRATED, games: 0 }
      const found = shown[kind] ?? { ...UNRATED, games: 0 }
      if (found.games !== expected.games) fault(id, `${kind} counts ${found.games} games, instead of ${expected.games}`)
      for (const figure of ['rating', 'deviation'] as const) {
        if (differ(found[figure], expected[figure])) {
          fault(id, `the ${figure} ${kind} is ${found[figure]}, instead of ${expected[figure]}`)
        }
      }
    }
  }
  for (const { id, rated, ratings: shown } of listed) {
    const expected = games.get(id)
    if (rated !== (shown !== undefined)) fault(id, 'the game is rated, and has no ratings, or the other way round')
    if (!expected || !shown) continue
    for (const seat of [0, 1] as const) {
      for (const when of ['before', 'after'] as const) {
        const [is, should] = [shown[seat][when], expected[when][seat].rating]
        if (differ(is, should)) fault(id, `seat ${seat} has ${is} ${when} the game, instead of ${should}`)
      }
    }
  }
  return faults
}
