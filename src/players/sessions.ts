import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isUnavailable } from '../database/index.ts'
import type { Database } from '../database/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Session } from '../protocol/index.ts'
import { Revocations } from './revocations.ts'
import type { EndedListener } from './revocations.ts'
import { beginSession, endSessions, later, revoke } from './session-rows.ts'
import type { Ended } from './session-rows.ts'
import type { Identity, Issued, Tokens } from './tokens.ts'

export interface SessionsParts {
  database: Database
  tokens: Tokens
  log: Logger
  times?: Partial<SessionTimes>
}

/** In ms. */
export interface SessionTimes {
  /** Between looks at what other nodes have revoked. */
  poll: number
  /** Between notes of when a session was last used, and between clearings of what has expired. */
  coarse: number
}

const HOUR_MS = 3_600_000
const TIMES: SessionTimes = { poll: 2000, coarse: HOUR_MS }
/** Nodes' clocks may differ by so much, and a token may be renewed for so long after its session was revoked elsewhere. */
const LEEWAY_MS = HOUR_MS
const MOST_SEEN = 10_000

/**
 * Which tokens are good, and where an account is logged in. A guest's session is kept nowhere; only its end is, until its last
 * token expires. While the database is away, the ends that are known count, and no more can be made.
 */
export class Sessions {
  readonly #database: Database
  readonly #tokens: Tokens
  readonly #log: Logger
  readonly #times: SessionTimes
  readonly #revocations: Revocations
  /** Sessions of accounts whose use is known, or was noted a short while ago. */
  readonly #seen: LRUCache<string, true>
  /** Those of them whose use is still to be noted. */
  readonly #toNote = new Set<string>()
  #clearedAt = 0
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()

  private constructor({ database, tokens, log, times }: SessionsParts) {
    this.#database = database
    this.#tokens = tokens
    this.#log = log
    this.#times = { ...TIMES, ...times }
    this.#revocations = new Revocations(database)
    this.#seen = new LRUCache({ max: MOST_SEEN, ttl: this.#times.coarse })
  }

  /** Reads what has been revoked, and goes on doing so. A database that is away is waited for in the background. */
  static async open(parts: SessionsParts): Promise<Sessions> {
    const sessions = new Sessions(parts)
    const reached = await sessions.#look(true)
    sessions.#running = sessions.#keepLooking(reached)
    return sessions
  }

  /** Stops looking. The database stays open. */
  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /**
   * Whom a token stands for.
   * @throws CodedError `token-missing`, `token-invalid`, `token-expired` or `token-revoked`.
   */
  async authenticate(token: unknown): Promise<Identity> {
    const identity = await this.#tokens.verify(token)
    const { session, account } = identity
    if (this.hasEnded(session)) throw new CodedError('token-revoked')
    if (account && !this.#seen.has(session) && this.#toNote.size < MOST_SEEN) {
      this.#seen.set(session, true)
      this.#toNote.add(session)
    }
    return identity
  }

  /** Whether a session was revoked. One whose tokens have only expired was not. */
  hasEnded(session: string): boolean {
    return this.#revocations.has(session)
  }

  /** Calls the listener with the sessions that are revoked from now on, on any node, until the returned function is called. */
  onEnded(listener: EndedListener): () => void {
    return this.#revocations.onEnded(listener)
  }

  /**
   * A new token of the same session, with the name of the player's account if he has one.
   * @throws CodedError `token-revoked`, or `unavailable` while it can't be known whether it was.
   */
  async renew({ player, session, expiresAt }: Identity, label: string): Promise<Issued> {
    const now = new Date()
    const { account, ended } = await this.#database.use((db) =>
      db.$transaction(async (tx) => {
        // It is neither deleted nor given another password before this is done.
        const [account] = await tx.$queryRaw<{ name: string }[]>`
          SELECT name FROM accounts WHERE player_id = ${player.id} FOR SHARE`
        const renewed = { expiresAt: later(new Date(expiresAt), new Date(now.getTime() + this.#tokens.ttlMs)), lastSeenAt: now }
        const { count } = await tx.session.updateMany({ where: { id: session, playerId: player.id }, data: renewed })
        if (count > 0) return { account, ended: [] }
        if (await tx.revocation.findUnique({ where: { session } })) throw new CodedError('token-revoked')
        // A token from before the name was claimed, and not the one that it was claimed with.
        const begun = { id: session, playerId: player.id, label, now, expiresAt: renewed.expiresAt }
        return { account, ended: account ? await beginSession(tx, begun, this.lastExpiry(now)) : [] }
      }),
    )
    this.#revocations.add(ended)
    return this.#tokens.issue({ id: player.id, name: account?.name ?? player.name }, { session, account: account !== undefined })
  }

  /** Where an account is logged in, what was used latest first. @throws CodedError `account-needed`, `unavailable`. */
  async list({ player, session }: Identity): Promise<Session[]> {
    const account = await this.#database.use((db) =>
      db.account.findUnique({
        where: { playerId: player.id },
        select: { sessions: { where: { expiresAt: { gt: new Date() } }, orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }] } },
      }),
    )
    if (!account) throw new CodedError('account-needed')
    return account.sessions.map(({ id, label, createdAt, lastSeenAt, expiresAt }) => ({
      id,
      label,
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
      expiresAt: expiresAt.getTime(),
      current: id === session,
    }))
  }

  /** Ends one session of the caller's account. @throws CodedError `unknown-session`, `unavailable`. */
  async revoke({ player }: Identity, id: string): Promise<void> {
    const ended = await this.#end((tx, lastExpiry) => endSessions(tx, { id, playerId: player.id }, lastExpiry))
    if (ended.length === 0) throw new CodedError('unknown-session')
  }

  /** Ends all sessions of the caller's account but his own. @throws CodedError `account-needed`, `unavailable`. */
  async revokeOthers({ player, session }: Identity): Promise<void> {
    await this.#end(async (tx, lastExpiry) => {
      const account = await tx.account.findUnique({ where: { playerId: player.id }, select: { playerId: true } })
      if (!account) throw new CodedError('account-needed')
      return endSessions(tx, { playerId: player.id, id: { not: session } }, lastExpiry)
    })
  }

  /** Ends the caller's own session, that of an account or of a guest. @throws CodedError `unavailable`. */
  async logOut({ session, expiresAt }: Identity): Promise<void> {
    await this.#end(async (tx, lastExpiry) => {
      const ended = [{ session, expiresAt: later(new Date(expiresAt), lastExpiry) }]
      await tx.session.deleteMany({ where: { id: session } })
      await revoke(tx, ended)
      return ended
    })
  }

  /** Takes note of sessions whose end is kept: their tokens are refused from now on. */
  ended(sessions: readonly Ended[]): void {
    this.#revocations.add(sessions)
  }

  /** Until when the end of a session must be kept, so that it outlives each token that is issued by then. */
  lastExpiry(now = new Date()): Date {
    return new Date(now.getTime() + this.#tokens.ttlMs + LEEWAY_MS)
  }

  async #end(work: (tx: Parameters<typeof endSessions>[0], lastExpiry: Date) => Promise<Ended[]>): Promise<Ended[]> {
    const ended = await this.#database.use((db) => db.$transaction((tx) => work(tx, this.lastExpiry())))
    this.ended(ended)
    return ended
  }

  async #keepLooking(reached: boolean): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await delay(this.#times.poll, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) reached = await this.#look(reached)
    }
  }

  /** Resolves with whether the database answered. Never rejects. */
  async #look(reachedBefore: boolean): Promise<boolean> {
    try {
      await this.#revocations.refresh()
      await this.#noteUse()
      await this.#clear()
      if (!reachedBefore) this.#log.info('revoked sessions are followed again')
      return true
    } catch (error) {
      const what = 'sessions that are revoked elsewhere are not known here'
      if (!isUnavailable(error)) this.#log.error({ err: error }, what)
      else if (reachedBefore) this.#log.warn({ err: error }, `${what}: the database does not answer`)
      return false
    }
  }

  async #noteUse(): Promise<void> {
    if (this.#toNote.size === 0) return
    const noted = [...this.#toNote]
    const now = Date.now()
    await this.#database.use((db) =>
      db.session.updateMany({
        where: { id: { in: noted }, lastSeenAt: { lt: new Date(now - this.#times.coarse) } },
        data: { lastSeenAt: new Date(now) },
      }),
    )
    for (const session of noted) this.#toNote.delete(session)
  }

  async #clear(): Promise<void> {
    const now = Date.now()
    if (now - this.#clearedAt < this.#times.coarse) return
    this.#revocations.forget(now)
    // Where clocks differ, some node's still lets a token of theirs pass.
    const expired = { expiresAt: { lt: new Date(now - LEEWAY_MS) } }
    await this.#database.write(async (db) => {
      await db.session.deleteMany({ where: expired })
      await db.revocation.deleteMany({ where: expired })
    })
    this.#clearedAt = now
  }
}
