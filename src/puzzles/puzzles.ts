import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { Archive } from '../history/index.ts'
import { NEWCOMER, ratingOf } from '../history/index.ts'
import type {
  DailyPuzzle,
  GameKind,
  NextPuzzle,
  NextPuzzleQuery,
  OwnPuzzleAnswer,
  PlayerRef,
  Puzzle,
  PuzzleResult,
  Rating,
} from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { PuzzleRow } from './answers.ts'
import { resultOf, storeAnswer } from './answers.ts'
import { Candidates } from './candidates.ts'
import { nearest, ofDay } from './choice.ts'
import type { SetterTimes } from './setter.ts'
import { SETTER_TIMES, startSetter } from './setter.ts'
import { shownPuzzle } from './shown.ts'
import type { Weigher } from './weigher.ts'

/** Between two rounds that delete old answers of guests (ms). */
const EVERY_MS = 3_600_000

export interface PuzzlesParts {
  database: Database
  archive: Pick<Archive, 'record'>
  /** Null: this node makes no puzzles. */
  weigher: Weigher | null
  /** The time by the live store (ms since 1970). */
  now: () => number
  log: Logger
  times?: SetterTimes
}

/** A page of a player's own answers; the next one begins after `next`. */
export interface OwnAnswersPage {
  answers: OwnPuzzleAnswer[]
  next?: string
}

/**
 * Puzzles from analysed rated games: who makes them, who is shown which, and the one answer of each player to each. All
 * methods throw CodedError `unavailable`.
 */
export class Puzzles {
  readonly #parts: PuzzlesParts
  readonly #setter: BackgroundWork | null
  readonly #sweeps: BackgroundWork

  constructor(parts: PuzzlesParts) {
    const { database, archive, weigher, log, times = SETTER_TIMES } = parts
    this.#parts = parts
    const recordOf = (game: string) => archive.record(game)
    this.#setter = weigher && startSetter({ candidates: new Candidates(database), recordOf, weigher, times, log })
    this.#sweeps = new BackgroundWork({
      round: () => this.#sweep(),
      everyMs: EVERY_MS,
      failed: (error) => {
        if (!isUnavailable(error)) log.warn({ err: error }, 'old answers to puzzles could not be deleted')
      },
    })
  }

  /** Deletes the answers of guests that are no longer of use. */
  async #sweep(): Promise<void> {
    const before = new Date(this.#parts.now())
    await this.#parts.database.write((db) => db.puzzleAnswer.deleteMany({ where: { expiresAt: { lt: before } } }))
  }

  /**
   * The puzzle of today (UTC), and the result of a player who has answered it. The first who asks on a day chooses it for
   * everybody: the oldest one that was not that of a day yet, of whatever kind.
   * @throws CodedError `no-puzzle`
   */
  async daily(player: string | null): Promise<DailyPuzzle> {
    const date = new Date(this.#parts.now()).toISOString().slice(0, 10)
    const row = await this.#parts.database.use((db) => ofDay(db, new Date(date)))
    if (!row) throw new CodedError('no-puzzle')
    const offer = await this.#offer(row, player)
    if (player === null) return { date, ...offer }
    const answered = { puzzleId_playerId: { puzzleId: row.id, playerId: player } }
    const answer = await this.#parts.database.use((db) => db.puzzleAnswer.findUnique({ where: answered }))
    return { date, ...offer, ...(answer && { result: resultOf(row, answer) }) }
  }

  /**
   * The puzzle that is nearest to the rating of a player, of those that they have not answered.
   * @throws CodedError `no-puzzle`
   */
  async next(player: string, query: NextPuzzleQuery): Promise<NextPuzzle> {
    const { rating } = (await this.#standingOf(player)) ?? NEWCOMER
    const row = await this.#parts.database.use((db) => nearest(db, { player, rating, ...query }))
    if (!row) throw new CodedError('no-puzzle')
    return this.#offer(row, player)
  }

  /**
   * The answer of a player to a puzzle.
   * @throws CodedError `not-for-bots`, `unknown-puzzle`, `illegal-action`, `already-answered` with the result of the first
   * answer in `details.result`.
   */
  async answer(player: PlayerRef, puzzleId: string, action: PuzzleResult['action']): Promise<PuzzleResult> {
    if (player.bot) throw new CodedError('not-for-bots')
    const answer = { puzzleId, playerId: player.id, action, at: this.#parts.now() }
    return this.#parts.database.write((db) => db.$transaction((tx) => storeAnswer(tx, answer)))
  }

  /** A player's rating for puzzles; null for a guest, and before the first answer. */
  async rating(player: string): Promise<Rating | null> {
    const row = await this.#standingOf(player)
    return row && ratingOf({ ...row, games: row.answers })
  }

  /** A page of a player's own answers. @param after the end of the page before. */
  async ownAnswers(player: string, limit: number, after?: string): Promise<OwnAnswersPage> {
    const rows = await this.#parts.database.use((db) =>
      db.puzzleAnswer.findMany({
        where: { playerId: player, ...(after !== undefined && { puzzleId: { gt: after } }) },
        orderBy: { puzzleId: 'asc' },
        take: limit,
      }),
    )
    const answers = rows.map(({ puzzleId: puzzle, action, right, at }) => ({
      puzzle,
      action: action as unknown as OwnPuzzleAnswer['action'],
      right,
      at: at.getTime(),
    }))
    const last = rows.at(-1)
    return rows.length === limit && last ? { answers, next: last.puzzleId } : { answers }
  }

  /** Removes what is stored of a player. The ratings of puzzles stay. It can be repeated. */
  async forget(player: string): Promise<void> {
    await this.#parts.database.write((db) =>
      db.$transaction([
        db.puzzleAnswer.deleteMany({ where: { playerId: player } }),
        db.puzzleRating.deleteMany({ where: { playerId: player } }),
      ]),
    )
  }

  async #standingOf(playerId: string) {
    return this.#parts.database.use((db) => db.puzzleRating.findUnique({ where: { playerId } }))
  }

  async #offer(row: PuzzleRow, player: string | null): Promise<NextPuzzle> {
    const rating = player === null ? null : await this.rating(player)
    return { puzzle: await this.#show(row), ...(rating && { rating }) }
  }

  async #show({ gameId, kind, seat, ...row }: PuzzleRow): Promise<Puzzle> {
    const record = await this.#parts.archive.record(gameId)
    if (!record) throw new Error('the game of a puzzle is gone')
    return shownPuzzle(record, { ...row, kind: kind as GameKind, seat: seat as Seat })
  }

  /** Begins nothing after this. */
  async close(): Promise<void> {
    await Promise.all([this.#setter?.stop(), this.#sweeps.stop()])
  }
}
