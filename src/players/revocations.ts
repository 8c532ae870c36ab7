import type { Database } from '../database/index.ts'
import type { EndedSession } from './session-rows.ts'

/** Is notified of sessions that have ended before their tokens expire. */
export type RevocationListener = (sessions: ReadonlySet<string>) => void

const PAGE = 1000
/**
 * How far back each poll reads (ms). A transaction becomes visible at its end, and a later one may end earlier: this is
 * longer than any transaction that revokes.
 */
const OVERLAP_MS = 20_000

/** The sessions whose tokens are refused although they have not expired: a copy in memory of what the database has. */
export class Revocations {
  readonly #database: Database
  /** When the last token of each session expires (ms since 1970). */
  readonly #known = new Map<string, number>()
  readonly #listeners = new Set<RevocationListener>()
  /** The time of the newest revocation that was read. */
  #readUntil = 0

  constructor(database: Database) {
    this.#database = database
  }

  has(session: string): boolean {
    return this.#known.has(session)
  }

  /** Notifies the listener of revocations that are new here, until the returned function is called. */
  subscribe(listener: RevocationListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds sessions that have ended. */
  add(ended: readonly EndedSession[]): void {
    const fresh = ended.filter(({ session }) => !this.#known.has(session))
    if (fresh.length === 0) return
    for (const { session, expiresAt } of fresh) this.#known.set(session, expiresAt.getTime())
    const sessions = new Set(fresh.map(({ session }) => session))
    for (const listener of this.#listeners) listener(sessions)
  }

  /** Reads what any node has revoked since the last poll. @throws CodedError `unavailable` */
  async poll(): Promise<void> {
    let after = { revokedAt: new Date(this.#readUntil - OVERLAP_MS), session: '' }
    for (;;) {
      const { revokedAt, session } = after
      const isBehind = [{ revokedAt: { gt: revokedAt } }, { session: { gt: session } }]
      const page = await this.#database.use((db) =>
        db.revocation.findMany({
          where: { revokedAt: { gte: revokedAt }, OR: isBehind },
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

  /** Removes the sessions whose tokens have all expired. */
  removeExpired(now: number): void {
    for (const [session, expiresAt] of this.#known) if (expiresAt <= now) this.#known.delete(session)
  }
}
