import type { Chance, Judgement } from '../bots/index.ts'
import type { Database } from '../database/index.ts'
import type { Prisma } from '../database/index.ts'
import { NEWCOMER } from '../history/index.ts'
import { newId } from '../ids/index.ts'
import type { GameKind, PuzzleTheme } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import { FOLDED_VERSIONS } from '../rules/index.ts'
import type { Lead } from './leads.ts'
import { leadsIn } from './leads.ts'

/** After so many claims that ended without a result, a candidate is given up. */
export const MOST_ATTEMPTS = 3
/** While so many candidates wait, none are looked for. */
const MOST_WAITING = 1_000
/** In how many analyses candidates are looked for in one transaction. */
const MOST_SOUGHT = 20

/** A candidate that a node has in hand. */
export interface Claim extends Pick<Lead, 'version' | 'best'> {
  game: string
  /** Another one for each claim. */
  claim: string
  /** How often it was claimed, this time included. */
  attempts: number
}

/** What a candidate has become. */
export interface SetPuzzle {
  seat: Seat
  kind: GameKind
  rules: string
  themes: readonly PuzzleTheme[]
  /** Of all legal actions, best first; from 0 to 1. */
  chances: readonly Chance[]
}

/**
 * The decisions that may become puzzles, in the database: they outlive a node, and the nodes share the work. One belongs
 * to the node that has claimed it, until its lease is over by the clock of the database. All methods reject with
 * `unavailable` while the database does not answer.
 */
export class Candidates {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Looks for candidates in analyses that are done, the latest first. Only games have any that everybody may read and that
   * were rated, each on a deal of its own: nobody else plays it. Resolves with how many analyses it looked into.
   */
  async seek(): Promise<number> {
    return this.#database.write((db) =>
      db.$transaction(async (tx) => {
        const waiting = await tx.puzzleCandidate.count()
        if (waiting >= MOST_WAITING) return 0
        const rows = await tx.$queryRaw<{ game_id: string; decisions: Judgement[] | null; fits: boolean }[]>`
          SELECT game_id, decisions,
            rated AND listed AND deal IS NULL AND games.rules = ANY(${FOLDED_VERSIONS}) AS fits
          FROM game_analyses JOIN games ON games.id = game_id
          WHERE NOT sought AND done_at IS NOT NULL
          ORDER BY done_at DESC LIMIT ${MOST_SOUGHT} FOR NO KEY UPDATE OF game_analyses SKIP LOCKED`
        const data = rows
          .filter(({ fits }) => fits)
          .flatMap(({ game_id: gameId, decisions }) =>
            leadsIn(decisions ?? []).map(({ version, best }) => ({ gameId, version, best: asJson(best) })),
          )
        await tx.puzzleCandidate.createMany({ data, skipDuplicates: true })
        const games = rows.map(({ game_id: gameId }) => gameId)
        await tx.gameAnalysis.updateMany({ where: { gameId: { in: games } }, data: { sought: true } })
        return rows.length
      }),
    )
  }

  /** Claims the candidate that has waited longest; null if none waits. */
  async claim(leaseMs: number): Promise<Claim | null> {
    const claim = newId()
    const rows = await this.#database.use(
      (db) => db.$queryRaw<(Pick<Claim, 'version' | 'best' | 'attempts'> & { game_id: string })[]>`
        UPDATE puzzle_candidates
        SET claim = ${claim}, attempts = attempts + 1,
          claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        WHERE (game_id, version) = (
          SELECT game_id, version FROM puzzle_candidates
          WHERE claimed_until IS NULL OR claimed_until <= clock_timestamp()
          ORDER BY created_at, game_id, version LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        RETURNING game_id, version, best, attempts`,
    )
    const [row] = rows
    if (!row) return null
    const { game_id: game, version, best, attempts } = row
    return { game, version, best, attempts, claim }
  }

  /** Renews the lease of a claim. Resolves with whether it is still the claim of this node. */
  async renew({ game, version, claim }: Claim, leaseMs: number): Promise<boolean> {
    const renewed = await this.#database.use(
      (db) => db.$executeRaw`
        UPDATE puzzle_candidates SET claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        WHERE game_id = ${game} AND version = ${version} AND claim = ${claim}`,
    )
    return renewed > 0
  }

  /** Another node may claim it at once, as if this one had not. */
  async release({ game: gameId, version, claim }: Claim): Promise<void> {
    await this.#database.write((db) =>
      db.puzzleCandidate.updateMany({
        where: { gameId, version, claim },
        data: { claim: null, claimedUntil: null, attempts: { decrement: 1 } },
      }),
    )
  }

  /** Stores what the candidate has become, null for nothing, unless another node has claimed it since. */
  async finish({ game: gameId, version, claim }: Claim, puzzle: SetPuzzle | null): Promise<void> {
    await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        const { count } = await tx.puzzleCandidate.deleteMany({ where: { gameId, version, claim } })
        if (count === 0 || !puzzle) return
        const { themes, chances, ...rest } = puzzle
        const parts = chances.map(({ action, chance }) => ({ action, chance: Math.round(chance * WHOLE) }))
        const data = { id: newId(), gameId, version, ...rest, ...NEWCOMER, themes: [...themes], chances: asJson(parts) }
        await tx.puzzle.createMany({ data, skipDuplicates: true })
      }),
    )
  }
}

/** A certain victory: stored chances are whole parts of it. */
export const WHOLE = 10_000

const asJson = (value: object): Prisma.InputJsonValue => value
