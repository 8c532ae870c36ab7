import type { ErrorCode, PlayerRef, PositionAnswer, Replay } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Folded, MatchRecord } from '../record/index.ts'
import { gameOfFold, isListed, viewerOf } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Archive } from './archive.ts'
import { playersIn } from './deleted.ts'
import type { FoundGame, PastGame } from './games.ts'

/** Whose view is wanted, by default the caller's own, and the code of a private match. */
export interface PositionOptions {
  viewer?: Viewer | undefined
  code?: string | undefined
}

/** The matches that the live store still has. A null player is a spectator without a name. */
export interface LiveMatches {
  /** What everybody may read; else null. @throws CodedError `unknown-match`, `other-rules`, `unavailable` */
  ended(match: string): Promise<Pick<Folded, 'record' | 'fold'> | null>
  /** @throws CodedError `unknown-match`, `other-rules`, `unavailable`, `code-needed`, `sealed` */
  replay(player: PlayerRef | null, match: string, code?: string): Promise<Replay>
  /** @throws CodedError like `replay`, and `unknown-version`, `not-your-match` */
  position(player: PlayerRef | null, match: string, version: number, options?: PositionOptions): Promise<PositionAnswer>
}

/** A game that everybody may read. Nothing of it is folded before it is needed. */
export interface ReadableGame extends PastGame {
  /** @throws CodedError `unavailable` */
  record: () => Promise<MatchRecord>
  /** Whose view a player had; a null player is a spectator. @throws CodedError `unavailable` */
  viewerOf: (player: PlayerRef | null) => Promise<Viewer>
}

/** A replay: of a match that goes on, as the caller saw it; of a game that has ended, the game. */
export type FoundReplay = { ended: false; replay: Replay } | { ended: true; past: ReadableGame }
/** A position: of a match that goes on, as the caller saw it; of a game that has ended, the game and whose view it is. */
export type FoundPosition =
  { ended: false; answer: PositionAnswer } | { ended: true; past: ReadableGame; viewer: Viewer }

/**
 * Reads games by their id, from the moment of their end. An ended match stays in the live store for a while; the reader
 * asks there first, so that a game can be read before it is stored and while the history does not answer.
 */
export class GameReader {
  readonly #live: LiveMatches
  readonly #archive: Pick<Archive, 'find' | 'get' | 'past' | 'record'>

  constructor(live: LiveMatches, archive: Pick<Archive, 'find' | 'get' | 'past' | 'record'>) {
    this.#live = live
    this.#archive = archive
  }

  /** A finished game. @throws CodedError `unknown-game`, `unavailable`, `other-rules`, `code-needed`, `sealed` */
  async game(id: string): Promise<FoundGame> {
    const { live, archived } = await liveOrArchived(this.#live.ended(id), () => this.#archive.find(id))
    if (archived) return archived
    if (live) return this.#withRatings({ game: gameOfFold(live.fold), listed: isListed(live.fold.header) })
    // Who may not see the match that goes on is told so.
    await this.#live.replay(null, id)
    throw new CodedError('unknown-game')
  }

  /**
   * Only the history has the ratings of a rated game. They are left out while it does not have the game or does not
   * answer.
   */
  async #withRatings(found: FoundGame): Promise<FoundGame> {
    if (!found.game.rated) return found
    try {
      return (await this.#archive.find(found.game.id)) ?? found
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unavailable') return found
      throw error
    }
  }

  /**
   * What happened in a match or a game. A spectator of a private match that goes on needs its code.
   * @throws CodedError `unknown-game`, `unavailable`, `code-needed`, `sealed`
   */
  async replay(player: PlayerRef | null, id: string, code?: string): Promise<FoundReplay> {
    const past = await this.#past(id)
    if (past) return { ended: true, past }
    const replay = await this.#live.replay(player, id, code)
    if (replay.complete && replay.outcome.by === 'aborted') throw new CodedError('unknown-game')
    return { ended: false, replay }
  }

  /**
   * The match at a version, as a viewer saw it.
   * @throws CodedError `unknown-game`, `unknown-version`, `not-your-match`, `unavailable`, `code-needed`, `sealed`
   */
  async position(
    player: PlayerRef | null,
    id: string,
    version: number,
    options: PositionOptions = {},
  ): Promise<FoundPosition> {
    const past = await this.#past(id)
    if (!past) return { ended: false, answer: await this.#live.position(player, id, version, options) }
    const { versions } = past
    if (version > versions) throw new CodedError('unknown-version', undefined, { version: versions })
    return { ended: true, past, viewer: options.viewer ?? (await past.viewerOf(player)) }
  }

  /** A game that everybody may read; null for a match that goes on, or is not to be seen by everybody. */
  async #past(id: string): Promise<ReadableGame | null> {
    const { live, archived } = await liveOrArchived(this.#live.ended(id), () => this.#archive.past(id))
    if (archived) {
      return {
        ...archived,
        record: () => this.#stored(id, this.#archive.record(id)),
        viewerOf: async (player) => {
          if (!player) return 'spectator'
          const { players } = await this.#stored(id, this.#archive.get(id))
          return ([0, 1] as const).find((seat) => players[seat].id === player.id) ?? 'spectator'
        },
      }
    }
    if (!live) return null
    const { record, fold } = live
    return {
      id,
      versions: fold.version,
      listed: isListed(fold.header),
      named: playersIn(record),
      record: () => Promise.resolve(record),
      viewerOf: (player) => Promise.resolve(viewerOf(fold, player?.id ?? null)),
    }
  }

  /** What is stored of a game that was there a moment ago: games are never deleted. */
  async #stored<T>(id: string, reading: Promise<T | null>): Promise<T> {
    const found = await reading
    if (found === null) throw new Error(`game ${id} is gone`)
    return found
  }
}

/** Why the live matches do not show a match that the history may have. */
const NOT_LIVE: ReadonlySet<ErrorCode> = new Set(['unknown-match', 'unavailable', 'other-rules'])

/**
 * What the live matches have; if they do not have it or do not answer, what the history has.
 * @throws CodedError `unknown-game`, `unavailable`, and every other error of the live matches
 */
export async function liveOrArchived<L, A>(
  live: Promise<L>,
  archived: () => Promise<A | null>,
): Promise<{ live: L; archived?: undefined } | { live?: undefined; archived: A }> {
  try {
    return { live: await live }
  } catch (error) {
    if (!(error instanceof CodedError) || !NOT_LIVE.has(error.code)) throw error
    const found = await archived()
    if (found !== null) return { archived: found }
    throw error.code === 'unknown-match' ? new CodedError('unknown-game') : error
  }
}
