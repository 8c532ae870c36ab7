import type { GameResult } from '../../protocol/index.ts'
import type { GameKey } from '../cursor.ts'
import type { Standing } from './glicko.ts'
import { afterGame, bounded, MEETING_MS } from './glicko.ts'
import { isLater } from './order.ts'
import { GLICKO_SCORES } from './rows.ts'

/** A rated game of a kind. Lists are by seat. */
export interface RatedGame {
  key: GameKey
  players: [string, string]
  results: [GameResult, GameResult]
  /** The standings before the game when it was last rated; a new game has none. */
  before?: [Standing, Standing]
}

/** Two players have met in a rated game. */
export type Meeting = Pick<RatedGame, 'key' | 'players'>

/** The ratings of a kind as the fold of its rated games, which are given in their order. */
export class RatingFold {
  /** The standings of the players whose standing these games have changed. */
  readonly changed = new Map<string, Standing>()
  readonly #initial: ReadonlyMap<string, Standing>
  /** By two players, and by game. */
  readonly #meetings = new Map<string, Map<string, GameKey>>()

  /** @param initial the standing of each player of a new game, before the first one of them. */
  constructor(initial: ReadonlyMap<string, Standing>) {
    this.#initial = initial
  }

  /** Takes note of a rated game that is not to be rated. It may be given again. */
  met({ key, players }: Meeting): void {
    const both = pairOf(players)
    const games = this.#meetings.get(both) ?? new Map<string, GameKey>()
    this.#meetings.set(both, games.set(key.id, key))
  }

  #metBefore({ key, players }: Meeting): number {
    const games = [...(this.#meetings.get(pairOf(players))?.values() ?? [])]
    return games.filter((game) => isLater(key, game) && game.endedAt > key.endedAt - MEETING_MS).length
  }

  /** Rates a game, by seat. The standing of a player whom no earlier game has changed is the stored one. */
  rate(game: RatedGame): { before: [Standing, Standing]; after: [Standing, Standing] } {
    const { players, results, before: stored } = game
    const standing = (seat: 0 | 1): Standing =>
      bounded(this.changed.get(players[seat]) ?? stored?.[seat] ?? this.#initial.get(players[seat])!)
    const before: [Standing, Standing] = [standing(0), standing(1)]
    const after = afterGame(...before, GLICKO_SCORES[results[0]], this.#metBefore(game))
    this.met(game)
    for (const seat of [0, 1] as const) this.changed.set(players[seat], after[seat])
    return { before, after }
  }
}

/** The same for both orders of two players. */
const pairOf = (players: readonly string[]): string => players.toSorted().join(' ')
