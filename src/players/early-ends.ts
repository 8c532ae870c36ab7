import type { Database } from '../database/index.ts'
import { isForeignKeyViolation } from '../database/index.ts'

const MINUTE_MS = 60_000
/** How long an early end counts (ms). */
export const COUNTED_MS = 24 * 60 * MINUTE_MS
/** How long a player waits after the first, the second, … early end in that time; after all further ones as after the last (ms). */
export const PAUSES_MS: readonly number[] = [0, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]

/**
 * The rated matches that players have ended before they counted. Whoever does so again and again cannot play rated
 * matches for a while. All methods reject with `unavailable` while the database does not answer.
 */
export class EarlyEnds {
  readonly #database: Database
  readonly #now: () => number
  /** By player, what is being added. */
  readonly #adding = new Map<string, Promise<void>>()

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database
    this.#now = now
  }

  /**
   * Adds a match that a player with an account has ended. A repeated call changes nothing. What is asked about the player
   * on this node from now on knows of it.
   */
  async add(playerId: string, matchId: string): Promise<void> {
    const before = this.#adding.get(playerId)
    const adding: Promise<void> = (before ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#add(playerId, matchId))
    this.#adding.set(playerId, adding)
    try {
      await adding
    } finally {
      if (this.#adding.get(playerId) === adding) this.#adding.delete(playerId)
    }
  }

  async #add(playerId: string, matchId: string): Promise<void> {
    const now = this.#now()
    try {
      await this.#database.write((db) =>
        db.$transaction([
          db.earlyEnd.createMany({ data: { playerId, matchId, at: new Date(now) }, skipDuplicates: true }),
          db.earlyEnd.deleteMany({ where: { at: { lt: new Date(now - COUNTED_MS) } } }),
        ]),
      )
    } catch (error) {
      // The account was deleted meanwhile.
      if (!isForeignKeyViolation(error)) throw error
    }
  }

  /** Until when a player cannot play rated matches (ms since 1970); null if they can. */
  async coolDown(playerId: string): Promise<number | null> {
    await this.#adding.get(playerId)?.catch(() => undefined)
    const now = this.#now()
    const ends = await this.#database.use((db) =>
      db.earlyEnd.findMany({
        where: { playerId, at: { gt: new Date(now - COUNTED_MS) } },
        orderBy: { at: 'desc' },
        take: PAUSES_MS.length,
      }),
    )
    const [last] = ends
    if (!last) return null
    const until = last.at.getTime() + PAUSES_MS[ends.length - 1]!
    return until > now ? until : null
  }

  /** Resolves when nothing is being added. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#adding.values())
  }
}
