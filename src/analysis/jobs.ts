import type { Judgement } from '../bots/index.ts'
import type { Database } from '../database/index.ts'
import { nextTurn, Prisma } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import { CodedError, resultKind } from '../protocol/index.ts'
import type { Seat } from '../rules/index.ts'
import type { GameEnd } from './luck.ts'
import { storeSeatPlay } from './seat-play.ts'
import { beginUnasked } from './unasked.ts'

/** How many analyses wait at most. */
export interface AnalysisLimits {
  /** That one player has asked for. */
  ofPlayer: number
  /** That were asked for from one address. */
  ofAddress: number
  /** Of games that others have played than those who ask. */
  ofStrangers: number
  inAll: number
}
const MOST_WAITING: AnalysisLimits = { ofPlayer: 3, ofAddress: 12, ofStrangers: 100, inAll: 1_000 }
/** After a claim that ended without a result for the last time, an analysis is given up. */
export const MOST_ATTEMPTS = 3

/** When someone may ask again while too many analyses wait (ms). */
const RETRY_AFTER_MS = 60_000
/** The key of the advisory lock of those who add analyses. Any number would do. */
const LOCK = 7_205_512
/** How many analyses are counted in one transaction. */
const MOST_COUNTED = 20

/** What there is of an analysis. */
export type Found =
  | { status: 'done'; decisions: Judgement[]; end: GameEnd }
  | { status: 'waiting'; progress: number }
  | { status: 'given-up' }

/** Who asks for an analysis. */
export interface Asker {
  player: string
  /** As limits count it. */
  address: string
  /** They have played the game. */
  isOwn: boolean
}

/** An analysis that a node has in hand. */
export interface Claim {
  game: string
  /** Another one for each claim. */
  claim: string
  /** How often it was claimed, this time included. */
  attempts: number
  /** The player who asked for it; null if nobody has. */
  askedBy: string | null
}

/**
 * The analyses of games in the database, and those that wait: they outlive a node, and the nodes share the work. One
 * that waits belongs to the node that has claimed it, until its lease is over by the clock of the database. All methods
 * reject with `unavailable` while the database does not answer.
 */
export class AnalysisJobs {
  readonly #database: Database
  readonly #most: AnalysisLimits

  constructor(database: Database, most = MOST_WAITING) {
    this.#database = database
    this.#most = most
  }

  /** What there is of the analysis of a game; null if nobody has asked for it. */
  async find(game: string): Promise<Found | null> {
    const row = await this.#database.use((db) =>
      db.gameAnalysis.findUnique({
        where: { gameId: game },
        select: {
          progress: true,
          doneAt: true,
          unasked: true,
          decisions: true,
          game: { select: { by: true, winner: true } },
        },
      }),
    )
    if (!row || (row.unasked && !row.doneAt)) return null
    if (!row.doneAt) return { status: 'waiting', progress: row.progress }
    if (!row.decisions) return { status: 'given-up' }
    const { by, winner } = row.game
    const byRules = resultKind.safeParse(by).success
    const end = { byRules, winner: winner as Seat | null }
    return { status: 'done', decisions: row.decisions as unknown as Judgement[], end }
  }

  /**
   * Asks for the analysis of a game, once. One that the server has begun by itself is asked for from then on. Resolves
   * with false if the game is not stored.
   * @throws CodedError `limit-reached`, `busy`.
   */
  async add(game: string, asker: Asker): Promise<boolean> {
    const { player, address, isOwn } = asker
    return this.#database.write((db) =>
      db.$transaction(async (tx) => {
        await lockAdding(tx)
        const select = { gameId: true, askedBy: true, askedFrom: true, own: true }
        const waiting = await tx.gameAnalysis.findMany({ where: { doneAt: null, unasked: false }, select })
        if (waiting.some(({ gameId }) => gameId === game)) return true
        this.#requireRoom(waiting, asker)
        const turn = nextTurn({
          table: Prisma.sql`game_analyses`,
          waits: Prisma.sql`done_at IS NULL AND NOT unasked`,
          isOwn: Prisma.sql`asked_from = ${address}`,
        })
        const added = await tx.$executeRaw`
          INSERT INTO game_analyses (game_id, asked_by, asked_from, own, turn)
          SELECT id, ${player}, ${address}, ${isOwn}, ${turn} FROM games WHERE id = ${game}
          ON CONFLICT (game_id) DO UPDATE
          SET asked_by = excluded.asked_by, asked_from = excluded.asked_from, own = excluded.own, turn = excluded.turn,
            unasked = false
          WHERE game_analyses.done_at IS NULL`
        return added > 0 || (await tx.gameAnalysis.count({ where: { gameId: game } })) > 0
      }),
    )
  }

  #requireRoom(
    waiting: readonly { askedBy: string | null; askedFrom: string | null; own: boolean }[],
    { player, address, isOwn }: Asker,
  ): void {
    const { ofPlayer, ofAddress, ofStrangers, inAll } = this.#most
    const refuse = (limit: number, of: string): never => {
      throw new CodedError('limit-reached', `At most ${limit} analyses of one ${of} wait at a time.`, { limit })
    }
    if (waiting.filter(({ askedBy }) => askedBy === player).length >= ofPlayer) refuse(ofPlayer, 'player')
    if (waiting.filter(({ askedFrom }) => askedFrom === address).length >= ofAddress) refuse(ofAddress, 'address')
    const isFull = !isOwn && waiting.filter(({ own }) => !own).length >= ofStrangers
    if (isFull || waiting.length >= inAll) throw new CodedError('busy', undefined, { retryAfterMs: RETRY_AFTER_MS })
  }

  /**
   * Claims the analysis whose turn it is; null if none waits. Addresses take turns. In one turn, those who have played
   * the game come before strangers, and then those who have waited longest.
   * @param unasked claims one that a server has begun by itself and left behind.
   */
  async claim(leaseMs: number, { unasked = false } = {}): Promise<Claim | null> {
    const claim = newId()
    const rows = await this.#database.use(
      (db) => db.$queryRaw<{ game_id: string; attempts: number; asked_by: string | null }[]>`
        UPDATE game_analyses
        SET claim = ${claim}, attempts = attempts + 1, progress = 0,
          claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        WHERE game_id = (
          SELECT game_id FROM game_analyses
          WHERE done_at IS NULL AND unasked = ${unasked} AND (claimed_until IS NULL OR claimed_until <= clock_timestamp())
          ORDER BY turn, own DESC, asked_at, game_id LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        RETURNING game_id, attempts, asked_by`,
    )
    const [row] = rows
    return row ? { game: row.game_id, claim, attempts: row.attempts, askedBy: row.asked_by } : null
  }

  /**
   * Claims the analysis of the latest rated game that has none, although nobody has asked for it. Null if there is no
   * such game, or if the nodes have begun so many within an hour.
   */
  async begin(leaseMs: number, perHour: number): Promise<Claim | null> {
    const claim = newId()
    const game = await this.#database.use((db) =>
      db.$transaction(async (tx) => {
        await lockAdding(tx)
        return beginUnasked(tx, { claim, leaseMs, perHour })
      }),
    )
    return game === null ? null : { game, claim, attempts: 1, askedBy: null }
  }

  /** Renews the lease of a claim, and stores how far it is. Resolves with whether it is still the claim of this node. */
  async renew({ game: gameId, claim }: Claim, progress: number, leaseMs: number): Promise<boolean> {
    const renewed = await this.#database.use(
      (db) => db.$executeRaw`
        UPDATE game_analyses
        SET progress = ${progress}, claimed_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        WHERE game_id = ${gameId} AND claim = ${claim} AND done_at IS NULL`,
    )
    return renewed > 0
  }

  /** Another node may claim it at once, as if this one had not. */
  async release({ game: gameId, claim }: Claim): Promise<void> {
    await this.#database.write((db) =>
      db.gameAnalysis.updateMany({
        where: { gameId, claim, doneAt: null },
        data: { claim: null, claimedUntil: null, attempts: { decrement: 1 }, progress: 0 },
      }),
    )
  }

  /** Stores the result, or that there will be none (null), unless another node has claimed the analysis since. */
  async finish({ game: gameId, claim }: Claim, decisions: readonly Judgement[] | null): Promise<void> {
    await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        const { count } = await tx.gameAnalysis.updateMany({
          where: { gameId, claim, doneAt: null },
          data: {
            decisions: decisions === null ? Prisma.DbNull : (decisions as unknown as Prisma.InputJsonValue),
            doneAt: new Date(),
            progress: 1,
            askedBy: null,
            askedFrom: null,
            claim: null,
            claimedUntil: null,
            counted: true,
          },
        })
        if (count > 0) await storeSeatPlay(tx, [{ game: gameId, decisions }])
      }),
    )
  }

  /** Counts some analyses that an earlier version has stored for the seats of their games. Resolves with how many. */
  async count(): Promise<number> {
    const rows = await this.#database.use((db) =>
      db.gameAnalysis.findMany({
        where: { counted: false, doneAt: { not: null } },
        select: { gameId: true, decisions: true },
        take: MOST_COUNTED,
      }),
    )
    if (rows.length === 0) return 0
    const games = rows.map(({ gameId }) => gameId)
    const done = rows.map(({ gameId: game, decisions }) => ({
      game,
      decisions: decisions as unknown as Judgement[] | null,
    }))
    await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        await storeSeatPlay(tx, done)
        await tx.gameAnalysis.updateMany({ where: { gameId: { in: games } }, data: { counted: true } })
      }),
    )
    return games.length
  }
}

/** Until the end of the transaction, those who add analyses wait for it, so that none goes past a limit. */
async function lockAdding(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(${LOCK}::bigint)) AS lock`
}
