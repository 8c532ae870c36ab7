import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import type { LogInWay, PlayerRef, Session } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import { BackgroundWork } from '../time/index.ts'
import { requirePerson } from './person.ts'
import type { RevocationListener } from './revocations.ts'
import { Revocations } from './revocations.ts'
import { Sanctions } from './sanctions.ts'
import type { EndedSession } from './session-rows.ts'
import { beginSession, endSessions, later, storeRevocations } from './session-rows.ts'
import type { Identity, Issued, Tokens } from './tokens.ts'

export interface SessionsParts {
  database: Database
  tokens: Tokens
  log: Logger
  times?: Partial<SessionTimes>
}

/** The client of a request. */
export interface ClientInfo {
  /** The same one for all addresses of an IPv6 network. */
  address: string
  /** How the client names itself. */
  label: string
}

/** In ms. */
export interface SessionTimes {
  /** Between two reads of what other nodes have revoked. */
  poll: number
  /** Between two updates of when a session was last used, and between two deletions of expired rows. */
  coarse: number
}

const HOUR_MS = 3_600_000
const TIMES: SessionTimes = { poll: 2000, coarse: HOUR_MS }
/**
 * How much the clocks of nodes may differ, and how long after a revocation elsewhere a node may still renew a token.
 */
const LEEWAY_MS = HOUR_MS
const MOST_SEEN = 10_000

/**
 * Which tokens are valid, and the sessions of accounts. The session of a guest is not stored; only its end is, until
 * its last token expires. While the database does not answer, the known revocations count, and sessions cannot be
 * revoked.
 */
export class Sessions {
  /** What moderators have imposed on players. */
  readonly sanctions: Sanctions
  readonly #database: Database
  readonly #tokens: Tokens
  readonly #times: SessionTimes
  readonly #revocations: Revocations
  /** Sessions of accounts that were used since the last update of their rows, and shortly before. */
  readonly #seen: LRUCache<string, true>
  /** The sessions among them whose rows are to be updated. */
  readonly #toUpdate = new Set<string>()
  /** By player, the session of an account that was used last. */
  readonly #ofAccounts = new LRUCache<string, string>({ max: MOST_SEEN })
  #deletedAt = 0
  readonly #polls: BackgroundWork

  private constructor({ database, tokens, log, times }: SessionsParts) {
    this.#database = database
    this.#tokens = tokens
    this.#times = { ...TIMES, ...times }
    this.#revocations = new Revocations(database)
    this.sanctions = new Sanctions(database)
    this.#seen = new LRUCache({ max: MOST_SEEN, ttl: this.#times.coarse })
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs: this.#times.poll,
      failed: (error) => {
        const what = 'revoked sessions cannot be read'
        if (isUnavailable(error)) log.warn({ err: error }, `${what}: the database does not answer`)
        else log.error({ err: error }, what)
      },
      recovered: () => log.info('revoked sessions are read again'),
    })
  }

  /**
   * Reads the revocations, and polls them from then on. A database that does not answer is polled in the background.
   */
  static async open(parts: SessionsParts): Promise<Sessions> {
    const sessions = new Sessions(parts)
    await sessions.#polls.firstRound
    return sessions
  }

  /** Stops polling. The database stays open. */
  close(): Promise<void> {
    return this.#polls.stop()
  }

  /**
   * The identity of a token.
   * @throws CodedError `token-missing`, `token-invalid`, `token-expired`, `banned` or `token-revoked`
   */
  async authenticate(token: unknown): Promise<Identity> {
    return this.admit(await this.#tokens.verify(token))
  }

  /** A player whose token or ticket is valid, with the name that they have. @throws CodedError `banned`, `token-revoked` */
  admit(identity: Identity): Identity {
    const { session, account } = identity
    this.sanctions.requireAdmitted(identity.player.id)
    if (this.hasEnded(session)) throw new CodedError('token-revoked')
    if (account) this.#ofAccounts.set(identity.player.id, session)
    if (account && !this.#seen.has(session) && this.#toUpdate.size < MOST_SEEN) {
      this.#seen.set(session, true)
      this.#toUpdate.add(session)
    }
    const player = this.sanctions.named(identity.player)
    return player === identity.player ? identity : { ...identity, player }
  }

  /**
   * Requires that a player has an account, as bots do. A player whose token says so needs no database.
   * @throws CodedError `account-needed`, `unavailable`
   */
  async requireAccount({ id: playerId, bot }: PlayerRef): Promise<void> {
    if (bot) return
    const session = this.#ofAccounts.get(playerId)
    if (session !== undefined && !this.hasEnded(session)) return
    // Perhaps the name was claimed after the token was issued.
    const account = await this.#database.use((db) =>
      db.account.findUnique({ where: { playerId }, select: { playerId: true } }),
    )
    if (!account) throw new CodedError('account-needed')
  }

  /** Whether a session was revoked. A session whose tokens have only expired was not. */
  hasEnded(session: string): boolean {
    return this.#revocations.has(session)
  }

  /** Notifies the listener of sessions that any node revokes from now on, until the returned function is called. */
  onEnded(listener: RevocationListener): () => void {
    return this.#revocations.subscribe(listener)
  }

  /**
   * Issues a new token of the same session; it has the name of the player's account, if there is one. The token of a
   * bot is replaced by its owner.
   * @throws CodedError `token-revoked`, `not-for-bots`; `unavailable` while the database cannot say whether the session was revoked
   */
  async renew({ player, session, expiresAt }: Identity, { address, label }: ClientInfo): Promise<Issued> {
    requirePerson(player)
    const now = new Date()
    const network = this.#tokens.digestOf(address)
    const { id: playerId } = player
    const { issued, ended } = await this.#database.use((db) =>
      db.$transaction(async (tx) => {
        // Until the end of this transaction the account is neither deleted nor gets another password.
        const [account] = await tx.$queryRaw<{ name: string }[]>`
          SELECT name FROM accounts WHERE player_id = ${playerId} FOR SHARE`
        const named = { id: playerId, name: account?.name ?? player.name }
        const issued = await this.#tokens.issue(named, { session, account: account !== undefined })
        const renewed = { expiresAt: later(new Date(expiresAt), new Date(issued.expiresAt)), lastSeenAt: now, network }
        const { count } = await tx.session.updateMany({ where: { id: session, playerId }, data: renewed })
        if (count > 0) return { issued, ended: [] }
        if (await tx.revocation.findUnique({ where: { session } })) throw new CodedError('token-revoked')
        // The token is older than the account, and is not the token with which its name was claimed.
        const of = { id: session, playerId, label, network, via: 'password' } as const
        const begun = { ...of, now, expiresAt: renewed.expiresAt }
        return { issued, ended: account ? await beginSession(tx, begun, this.lastExpiry(now)) : [] }
      }),
    )
    this.#revocations.add(ended)
    return issued
  }

  /** The sessions of an account, most recently used first. @throws CodedError `account-needed`, `unavailable` */
  async list({ player, session }: Identity): Promise<Session[]> {
    const account = await this.#database.use((db) =>
      db.account.findUnique({
        where: { playerId: player.id },
        select: {
          sessions: {
            where: { expiresAt: { gt: new Date() } },
            orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
          },
        },
      }),
    )
    if (!account) throw new CodedError('account-needed')
    return account.sessions.map(({ id, label, via, createdAt, lastSeenAt, expiresAt }) => ({
      id,
      label,
      via: via as LogInWay,
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
      expiresAt: expiresAt.getTime(),
      current: id === session,
    }))
  }

  /** Ends one session of the caller's account. @throws CodedError `unknown-session`, `unavailable` */
  async revoke({ player }: Identity, id: string): Promise<void> {
    const ended = await this.#end((tx, lastExpiry) => endSessions(tx, { id, playerId: player.id }, lastExpiry))
    if (ended.length === 0) throw new CodedError('unknown-session')
  }

  /**
   * Ends all sessions of the caller's account, except the caller's own.
   * @throws CodedError `account-needed`, `unavailable`
   */
  async revokeOthers({ player, session }: Identity): Promise<void> {
    await this.#end(async (tx, lastExpiry) => {
      const account = await tx.account.findUnique({ where: { playerId: player.id }, select: { playerId: true } })
      if (!account) throw new CodedError('account-needed')
      return endSessions(tx, { playerId: player.id, id: { not: session } }, lastExpiry)
    })
  }

  /** Ends the caller's own session, of an account or of a guest. @throws CodedError `unavailable` */
  async logOut({ session, expiresAt }: Identity): Promise<void> {
    await this.#end(async (tx, lastExpiry) => {
      const ended = [{ session, expiresAt: later(new Date(expiresAt), lastExpiry) }]
      await tx.session.deleteMany({ where: { id: session } })
      await storeRevocations(tx, ended)
      return ended
    })
  }

  /** Stores, in a transaction, that all sessions of an account and of its bots end. `ended` is to be called after it. */
  async endAll(tx: Parameters<typeof endSessions>[0], playerId: string): Promise<EndedSession[]> {
    return endSessions(tx, { OR: [{ playerId }, { account: { ownerId: playerId } }] }, this.lastExpiry())
  }

  /** Refuses the tokens of sessions whose end is stored. */
  ended(sessions: readonly EndedSession[]): void {
    this.#revocations.add(sessions)
  }

  /** Until when the end of a session must be stored, so that it outlives every token that any node issues now. */
  lastExpiry(now = new Date()): Date {
    return new Date(now.getTime() + this.#tokens.ttlMs + LEEWAY_MS)
  }

  /**
   * When the last token of a player expires, of those that are valid and those that any node issues now. The personal
   * token of a bot is valid for much longer than others.
   */
  async lastExpiryOf(tx: Parameters<typeof endSessions>[0], playerId: string): Promise<Date> {
    const { _max: last } = await tx.session.aggregate({ where: { playerId }, _max: { expiresAt: true } })
    return last.expiresAt ? later(last.expiresAt, this.lastExpiry()) : this.lastExpiry()
  }

  async #end(
    work: (tx: Parameters<typeof endSessions>[0], lastExpiry: Date) => Promise<EndedSession[]>,
  ): Promise<EndedSession[]> {
    const ended = await this.#database.use((db) => db.$transaction((tx) => work(tx, this.lastExpiry())))
    this.ended(ended)
    return ended
  }

  async #poll(): Promise<void> {
    try {
      // A client is notified of a ban, rather than of the end of the session.
      await this.sanctions.poll()
      await this.#revocations.poll()
      await this.#updateUse()
      await this.#deleteExpired()
    } catch (error) {
      this.sanctions.pollFailed()
      throw error
    }
  }

  async #updateUse(): Promise<void> {
    if (this.#toUpdate.size === 0) return
    const used = [...this.#toUpdate]
    const now = Date.now()
    await this.#database.use((db) =>
      db.session.updateMany({
        where: { id: { in: used }, lastSeenAt: { lt: new Date(now - this.#times.coarse) } },
        data: { lastSeenAt: new Date(now) },
      }),
    )
    for (const session of used) this.#toUpdate.delete(session)
  }

  async #deleteExpired(): Promise<void> {
    const now = Date.now()
    if (now - this.#deletedAt < this.#times.coarse) return
    this.#revocations.removeExpired(now)
    // The clock of another node may be behind, so that it still accepts their tokens.
    const expired = { expiresAt: { lt: new Date(now - LEEWAY_MS) } }
    await this.#database.write(async (db) => {
      await db.session.deleteMany({ where: expired })
      await db.revocation.deleteMany({ where: expired })
      await db.reset.deleteMany({ where: expired })
      await db.usedChallenge.deleteMany({ where: expired })
    })
    await this.sanctions.deleteExpired(now, LEEWAY_MS)
    this.#deletedAt = now
  }
}
