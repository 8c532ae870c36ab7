import type { ErrorCode, Game, PlayerRef, PositionAnswer, Replay } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { foldable, foldRecord, gameOf, positionOf, viewerOf, wholeReplay } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Archive } from './archive.ts'

/** Whose view is wanted, by default the caller's own, and the code of a private match. */
export interface PositionOptions {
  viewer?: Viewer | undefined
  code?: string | undefined
}

/** The matches that the live store still has. A null player is a spectator without a name. */
export interface LiveMatches {
  /** @throws CodedError `unknown-match`, `unavailable`, `code-needed` */
  replay(player: PlayerRef | null, match: string, code?: string): Promise<Replay>
  /** @throws CodedError like `replay`, and `unknown-version`, `not-your-match` */
  position(player: PlayerRef | null, match: string, version: number, options?: PositionOptions): Promise<PositionAnswer>
}

/** A replay: of a match that goes on, as the caller saw it; of a game that has ended, from its record. */
export type FoundReplay = { ended: false; replay: Replay } | { ended: true; record: MatchRecord; replay: () => Replay }

/**
 * Reads games by their id, from the moment of their end. An ended match stays in the live store for a while; the reader
 * asks there first, so that a game can be read before it is stored and while the history does not answer.
 */
export class GameReader {
  readonly #live: LiveMatches
  readonly #archive: Pick<Archive, 'get' | 'record'>

  constructor(live: LiveMatches, archive: Pick<Archive, 'get' | 'record'>) {
    this.#live = live
    this.#archive = archive
  }

  /** A finished game. @throws CodedError `unknown-game`, `unavailable`, `other-rules` */
  async game(id: string): Promise<Game> {
    const { live, archived } = await liveOrArchived(this.#live.replay(null, id), () => this.#archive.get(id))
    return live ? this.#withRatings(gameOf(recordOf(live))) : archived
  }

  /**
   * Only the history has the ratings of a rated game. They are left out while it does not have the game or does not
   * answer.
   */
  async #withRatings(game: Game): Promise<Game> {
    if (!game.rated) return game
    try {
      return (await this.#archive.get(game.id)) ?? game
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unavailable') return game
      throw error
    }
  }

  /**
   * What happened in a match or a game. A spectator of a private match that goes on needs its code.
   * @throws CodedError `unknown-game`, `unavailable`, `code-needed`
   */
  async replay(player: PlayerRef | null, id: string, code?: string): Promise<FoundReplay> {
    const asked = this.#live.replay(player, id, code)
    const { live, archived } = await liveOrArchived(asked, () => this.#archive.record(id))
    if (live && !live.complete) return { ended: false, replay: live }
    const record = live ? recordOf(live) : archived
    return { ended: true, record, replay: () => live ?? wholeReplay(record) }
  }

  /**
   * The match at a version, as a viewer saw it; `stored` says whether it comes from the history.
   * @throws CodedError `unknown-game`, `unknown-version`, `not-your-match`, `unavailable`, `code-needed`
   */
  async position(
    player: PlayerRef | null,
    id: string,
    version: number,
    options: PositionOptions = {},
  ): Promise<{ answer: PositionAnswer; stored: boolean }> {
    const asked = this.#live.position(player, id, version, options)
    const { live, archived } = await liveOrArchived(asked, () => this.#archive.record(id))
    if (live) return { answer: live, stored: false }
    return { answer: storedPosition(archived, version, player, options.viewer), stored: true }
  }
}

/** The record of a match that has ended. @throws CodedError `unknown-game` before the end, and for an aborted match */
function recordOf(replay: Replay): MatchRecord {
  if (!replay.complete || replay.outcome.by === 'aborted') throw new CodedError('unknown-game')
  return foldable(replay.record)
}

/** @throws CodedError `unknown-version` */
function storedPosition(
  record: MatchRecord,
  version: number,
  player: PlayerRef | null,
  viewer?: Viewer,
): PositionAnswer {
  const { length } = record.entries
  if (version > length) throw new CodedError('unknown-version', undefined, { version: length })
  const own = (): Viewer => viewerOf(foldRecord(record), player?.id ?? null)
  return positionOf(record, version, viewer ?? own(), true)
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
