import type { PlayerRef, SeriesAnswer, Snapshot, ViewAnswer } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { foldRecord, snapshot } from '../record/index.ts'
import type { Archive } from './archive.ts'
import { liveOrArchived } from './game-reader.ts'

/** The matches that the live store still has. A null player is a spectator without a name. */
interface LiveViews {
  /** @throws CodedError `unknown-match`, `other-rules`, `unavailable`, `code-needed` */
  view(player: PlayerRef | null, match: string, options?: { code?: string | undefined }): Promise<ViewAnswer>
}

/** Reads series: of each game, what the live store has, and else what the history has. */
export class SeriesReader {
  readonly #live: LiveViews
  readonly #archive: Pick<Archive, 'record'>

  constructor(live: LiveViews, archive: Pick<Archive, 'record'>) {
    this.#live = live
    this.#archive = archive
  }

  /**
   * A series with its games so far.
   * @throws CodedError `unknown-series`, `other-rules`, `unavailable`; `code-needed` while it is private and goes on.
   */
  async read(player: PlayerRef | null, id: string, code?: string): Promise<SeriesAnswer> {
    const games: Snapshot[] = []
    let next: string | undefined = id
    while (next !== undefined) {
      const game = await this.#game(player, next, code)
      if (game?.series?.id !== id) break
      games.push(game)
      next = game.series.next
    }
    const [first] = games
    if (!first) throw new CodedError('unknown-series')
    return answerOf(first, games)
  }

  /** A game as everybody may see it; null if it is not known. */
  async #game(player: PlayerRef | null, match: string, code: string | undefined): Promise<Snapshot | null> {
    try {
      const asked = this.#live.view(player, match, { code })
      const { live, archived } = await liveOrArchived(asked, () => this.#archive.record(match))
      return live ? live.snapshot : snapshot(foldRecord(archived), 'spectator')
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-game') return null
      throw error
    }
  }
}

function answerOf(first: Snapshot, games: readonly Snapshot[]): SeriesAnswer {
  const last = games.at(-1)!
  const { id, best } = first.series!
  const { points } = last.series!.after ?? last.series!
  const pointsOf = (player: PlayerRef): number => points[last.players[0]?.id === player.id ? 0 : 1]
  const seated = [first.players[0], first.players[1], first.host].filter((player) => player !== undefined)
  const winner = last.series!.after?.winner
  return {
    id,
    best,
    kind: first.kind,
    terms: first.terms,
    // A game that follows exists as soon as the one before was read. One that was aborted may be gone.
    status: last.status,
    players: seated.map((player) => ({ player, points: pointsOf(player) })),
    ...(winner !== undefined && { winner: last.players[winner]!.id }),
    games: games.map(({ match, status, players, outcome }) => ({
      match,
      status,
      players,
      ...(outcome && { outcome }),
    })),
  }
}
