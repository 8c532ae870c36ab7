import type { GameResult } from '../../protocol/index.ts'
import type { GameKey } from '../cursor.ts'
import type { Standing } from './glicko.ts'
import { afterGame, bounded } from './glicko.ts'
import { GLICKO_SCORES } from './rows.ts'

/** A rated game of a kind. Lists are by seat. */
export interface RatedGame {
  key: GameKey
  players: [string, string]
  results: [GameResult, GameResult]
  /** The standings before the game when it was last rated; a new game has none. */
  before?: [Standing, Standing]
}

/** The ratings of a kind as the fold of its rated games, which are given in their order. */
export class RatingFold {
  /** The standings of the players whose standing these games have changed. */
  readonly changed = new Map<string, Standing>()
  readonly #initial: ReadonlyMap<string, Standing>

  /** @param initial the standing of each player of a new game, before the first one of them. */
  constructor(initial: ReadonlyMap<string, Standing>) {
    this.#initial = initial
  }

  /** Rates a game, by seat. The standing of a player whom no earlier game has changed is the stored one. */
  rate({ players, results, before: stored }: RatedGame): { before: [Standing, Standing]; after: [Standing, Standing] } {
    const standing = (seat: 0 | 1): Standing =>
      bounded(this.changed.get(players[seat]) ?? stored?.[seat] ?? this.#initial.get(players[seat])!)
    const before: [Standing, Standing] = [standing(0), standing(1)]
    const after = afterGame(...before, GLICKO_SCORES[results[0]])
    for (const seat of [0, 1] as const) this.changed.set(players[seat], after[seat])
    return { before, after }
  }
}
