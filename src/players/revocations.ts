import type { Database } from '../database/index.ts'
import type { Ended } from './session-rows.ts'

/** Is told of sessions that have ended before their tokens do. */
export type EndedListener = (sessions: ReadonlySet<string>) => void

const PAGE = 1000
/** A transaction is seen once it is over, and a later one may be over sooner: what is as old as the longest is read again. */
const OVERLAP_MS = 20_000

/** The sessions whose tokens are refused although they have not expired: a copy, in memory, of what the database has. */
export class Revocations {
  readonly #database: Database
  /** By session, when its last token expires (ms since 1970). */
  readonly #known = new Map<string, number>()
  readonly #listeners = new Set<EndedListener>()
  /** The newest that was read. */
  #readUntil = 0

  constructor(database: Database) {
    this.#database = database
  }

  has(session: string): boolean {
    return this.#known.has(session)
  }

  /** Calls the listener with those that are new here, until the returned function is called. */
  onEnded(listener: EndedListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes note of sessions that ended. */
  add(ended: readonly Ended[]): void {
    const fresh = ended.filter(({ session }) => !this.#known.has(session))
    if (fresh.length === 0) return
    for (const { session, expiresAt } of fresh) this.#known.set(session, expiresAt.getTime())
    const sessions = new Set(fresh.map(({ session }) => session))
    for (const listener of this.#listeners) listener(sessions)
  }

  /** Reads what any node has revoked since the last time. @throws CodedError `unavailable`. */
  async refresh(): Promise<void> {
    let after = { revokedAt: new Date(this.#readUntil - OVERLAP_MS), session: '' }
    for (;;) {
      const { revokedAt, session } = after
      const page = await this.#database.use((db) =>
        db.revocation.findMany({
          where: { revokedAt: { gte: revokedAt }, OR: [{ revokedAt: { gt: revokedAt } }, { session: { gt: session } }] },
          orderBy: [{ revokedAt: 'asc' }, { session: 'asc' }],
          take: PAGE,
        }),
      )
      this.add(page)
      after = page.at(-1) ?? after
      this.#readUntil = Math.max(this.#readUntil, after.revokedAt.getTime())
      if (page.length < PAGE) return
    }
  }

  /** Forgets those whose tokens have all expired. */
  forget(now: number): void {
    for (const [session, expiresAt] of this.#known) if (expiresAt <= now) this.#known.delete(session)
  }
}
