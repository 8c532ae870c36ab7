import { LRUCache } from 'lru-cache'
import type { Database, Prisma } from '../database/index.ts'
import { isUniqueViolation } from '../database/index.ts'
import type { Limiters } from '../limits/index.ts'
import { customerOf } from '../limits/index.ts'
import type { AccountExport, LogInWay, PlayerRef } from '../protocol/index.ts'
import { CodedError, playerRef } from '../protocol/index.ts'
import { within } from '../time/index.ts'
import { Attempts } from './attempts.ts'
import { botAccountOf, BOTS } from './bot-rows.ts'
import { newGuest } from './guest.ts'
import { playerName } from './name.ts'
import { nameKey } from './name-key.ts'
import { passkeyOf } from './passkey-rows.ts'
import type { Passwords } from './password.ts'
import { createPasswords } from './password.ts'
import { requirePerson } from './person.ts'
import { giveCodes } from './recovery-codes.ts'
import { dropReset } from './resets.ts'
import type { EndedSession } from './session-rows.ts'
import { beginSession, endSessions, later } from './session-rows.ts'
import type { ClientInfo, Sessions } from './sessions.ts'
import { keysOf, TakenNames } from './taken-names.ts'
import type { Identity, Issued, Tokens } from './tokens.ts'
import { WaysBack } from './ways-back.ts'

export interface AccountsParts {
  database: Database
  tokens: Tokens
  sessions: Sessions
  /** Limits of attempts, which all nodes share. */
  limiters: Limiters
  /** How long a new guest waits for the database to say whether an account has the name (ms). */
  guestNameMs?: number | undefined
}

/** Of how many names, each with the address, this node knows that someone has logged in there, and for how long (ms). */
const MOST_KNOWN = 20_000
const KNOWN_FOR_MS = 30 * 86_400_000
const GUEST_NAME_MS = 1000

/**
 * Players who can log in with a name and a password. Unless a method says otherwise, it rejects with `unavailable`
 * while the database does not answer.
 */
export class Accounts {
  /** For players who have lost the password. */
  readonly waysBack: WaysBack
  readonly #database: Database
  readonly #tokens: Tokens
  readonly #sessions: Sessions
  readonly #passwords: Passwords
  readonly #attempts: Attempts
  /** The names under which someone has logged in lately, each with the address. */
  readonly #known = new LRUCache<string, true>({ max: MOST_KNOWN, ttl: KNOWN_FOR_MS })
  readonly #names: TakenNames

  readonly #guestNameMs: number

  private constructor({ database, tokens, sessions, limiters, guestNameMs }: AccountsParts, passwords: Passwords) {
    this.#database = database
    this.#tokens = tokens
    this.#sessions = sessions
    this.#passwords = passwords
    this.#attempts = new Attempts(limiters)
    this.waysBack = new WaysBack({ database, tokens, sessions, passwords, attempts: this.#attempts })
    this.#names = new TakenNames(database)
    this.#guestNameMs = guestNameMs ?? GUEST_NAME_MS
  }

  static async open(parts: AccountsParts): Promise<Accounts> {
    return new Accounts(parts, await createPasswords())
  }

  /**
   * A new guest. A guest does not get a taken name, if the database answers in time: new players do not wait for a
   * database that does not answer.
   * @throws CodedError `name-invalid`, `name-taken`
   */
  async newGuest(wanted: string): Promise<PlayerRef> {
    const guest = newGuest(wanted)
    const taken = await within(this.#guestNameMs, this.#names.has(guest.name)).catch(() => false)
    if (taken) throw new CodedError('name-taken')
    return guest
  }

  /**
   * Makes an account of a guest. The player and the session stay the same, and the player gets the claimed name, and
   * recovery codes that nobody sees again.
   * @throws CodedError `name-invalid`, `password-invalid`, `name-taken`, `account-exists`, `rate-limited`
   */
  async claim(
    identity: Identity,
    wanted: { name: string; password: string },
    { address, label }: ClientInfo,
  ): Promise<Issued & { recoveryCodes: string[] }> {
    const { id: playerId } = identity.player
    const name = playerName(wanted.name)
    await this.#requireFree(playerId, name)
    const passwordHash = await this.#passwords.hash(wanted.password, { owner: customerOf(address) }, [name])
    const issued = await this.#tokens.issue({ id: playerId, name }, { session: identity.session, account: true })
    const now = new Date()
    const expiresAt = later(new Date(issued.expiresAt), new Date(identity.expiresAt))
    try {
      const recoveryCodes = await this.#database.write((db) =>
        db.$transaction(async (tx) => {
          await tx.account.create({ data: { playerId, name, ...keysOf(name), passwordHash, createdAt: now } })
          const network = this.#tokens.digestOf(address)
          const session = { id: identity.session, playerId, label, network, via: 'password', now, expiresAt } as const
          await beginSession(tx, session, this.#sessions.lastExpiry(now))
          return giveCodes(tx, playerId, now)
        }),
      )
      return { ...issued, recoveryCodes }
    } catch (error) {
      // Another request was faster.
      if (isUniqueViolation(error)) await this.#requireFree(playerId, name)
      throw error
    }
  }

  /** Begins a new session. @throws CodedError `login-failed`, `name-invalid`, `banned`, `rate-limited` */
  async logIn({ name, password }: { name: string; password: string }, { address, label }: ClientInfo): Promise<Issued> {
    const key = nameKey(playerName(name))
    const find = () => this.#database.use((db) => db.account.findUnique({ where: { nameKey: key } }))
    const known = `${key} ${address}`
    const asker = this.#known.has(known) ? { owner: key, isKnown: true } : { owner: customerOf(address) }
    const account = await this.#attempts.logIn(key, address, () => this.#passwords.ownerOf(password, find, asker))
    if (!account) throw new CodedError('login-failed')
    this.#known.set(known, true)

    const { playerId, passwordHash } = account
    this.#sessions.sanctions.requireAdmitted(playerId)
    const issued = await this.#tokens.issue({ id: playerId, name: account.name }, { account: true })
    const now = new Date()
    const ended = await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        // The account must still have this password. A change of the password finds this session, or this query finds
        // the change.
        const rows = await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM accounts WHERE player_id = ${playerId} AND password_hash = ${passwordHash} FOR SHARE`
        if (rows.length === 0) throw new CodedError('login-failed')
        const network = this.#tokens.digestOf(address)
        const session = { id: issued.session, playerId, label, network, via: 'password', now } as const
        const expiresAt = new Date(issued.expiresAt)
        return beginSession(tx, { ...session, expiresAt }, this.#sessions.lastExpiry(now))
      }),
    )
    this.#sessions.ended(ended)
    return issued
  }

  /**
   * Changes the password of the caller's account, and ends all of its sessions, except the caller's own.
   * @throws CodedError `account-needed`, `not-for-bots`, `password-wrong`, `password-invalid`, `rate-limited`
   */
  async changePassword(
    { player, session }: Identity,
    { current, next }: { current: string; next: string },
  ): Promise<void> {
    const playerId = player.id
    const account = await this.#database.use((db) => db.account.findUnique({ where: { playerId } }))
    if (!account) throw new CodedError('account-needed')
    requirePerson(player)
    const before = account.passwordHash
    const asker = { owner: playerId }
    const owner = await this.#attempts.change(playerId, () =>
      this.#passwords.ownerOf(current, async () => account, asker),
    )
    if (!owner) throw new CodedError('password-wrong')
    const passwordHash = await this.#passwords.hash(next, asker, [account.name])
    const ended = await this.#database.write((db) =>
      db.$transaction(async (tx) => {
        const where = { playerId, passwordHash: before }
        const { count } = await tx.account.updateMany({ where, data: { passwordHash } })
        if (count === 0) throw new CodedError('password-wrong')
        await dropReset(tx, playerId)
        return endSessions(tx, { playerId, id: { not: session } }, this.#sessions.lastExpiry())
      }),
    )
    this.#sessions.ended(ended)
  }

  /**
   * Requires the password of a player who has an account, before something is done that cannot be undone.
   * @throws CodedError `not-for-bots`, `password-wrong`, `rate-limited`
   */
  async requirePassword(player: PlayerRef, password: string | undefined): Promise<void> {
    await this.#confirmed(player, password)
  }

  /** The account of a player who has given its password; null if there is none. @throws as `requirePassword` */
  async #confirmed(player: PlayerRef, password = ''): Promise<{ passwordHash: string | null } | null> {
    requirePerson(player)
    const { id: playerId } = player
    const account = await this.#database.use((db) => db.account.findUnique({ where: { playerId } }))
    if (!account) return null
    const owner = await this.#attempts.change(playerId, () =>
      this.#passwords.ownerOf(password, async () => account, { owner: playerId }),
    )
    if (!owner) throw new CodedError('password-wrong')
    return account
  }

  /**
   * Gives the caller's account ten new recovery codes; those that it had count for nothing from then on.
   * @throws CodedError `account-needed`, `not-for-bots`, `password-wrong`, `rate-limited`
   */
  async newRecoveryCodes(player: PlayerRef, password: string): Promise<string[]> {
    const { id: playerId } = player
    const account = await this.#confirmed(player, password)
    if (!account) throw new CodedError('account-needed')
    return this.#database.write((db) =>
      db.$transaction(async (tx) => {
        // Of two requests at once, the codes of the later one count. The account must still have this password: whoever
        // lost it to its owner gets no way back into it.
        const rows = await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM accounts WHERE player_id = ${playerId} AND password_hash = ${account.passwordHash} FOR UPDATE`
        if (rows.length === 0) throw new CodedError('password-wrong')
        return giveCodes(tx, playerId, new Date())
      }),
    )
  }

  /**
   * Deletes the account of a player, if there is one, and its bot accounts. Their sessions end, and their names are free
   * again.
   */
  async delete(playerId: string): Promise<void> {
    const ended = await this.#database.write((db) =>
      db.$transaction(async (tx): Promise<EndedSession[]> => {
        // The lock keeps sessions from beginning meanwhile, and bot accounts from being created.
        await tx.$queryRaw`SELECT 1 FROM accounts WHERE player_id = ${playerId} FOR UPDATE`
        const sessions = await this.#sessions.endAll(tx, playerId)
        await tx.account.deleteMany({ where: { ownerId: playerId } })
        await tx.account.deleteMany({ where: { playerId } })
        return sessions
      }),
    )
    this.#sessions.ended(ended)
  }

  /** The player of an account, by id or by name; null if there is none. @throws CodedError `name-invalid` */
  async find(who: { player: string } | { name: string }): Promise<PlayerRef | null> {
    const where = 'player' in who ? { playerId: who.player } : { nameKey: nameKey(playerName(who.name)) }
    const account = await this.#database.use((db) => db.account.findUnique({ where }))
    return account && playerRef(account.playerId, account.name, account.ownerId !== null)
  }

  /**
   * A name in its normal form, if an account may take it.
   * @throws CodedError `name-invalid`, `name-taken`
   */
  async freeName(wanted: string): Promise<string> {
    const name = playerName(wanted)
    if (await this.#names.has(name)) throw new CodedError('name-taken')
    return name
  }

  /** Renames the account of a player, if there is one, in a transaction. @throws CodedError `name-taken` */
  async rename(tx: Prisma.TransactionClient, playerId: string, name: string): Promise<void> {
    try {
      await tx.account.updateMany({ where: { playerId }, data: { name, ...keysOf(name) } })
    } catch (error) {
      if (isUniqueViolation(error)) throw new CodedError('name-taken')
      throw error
    }
  }

  /** What is stored of the account of a player, except hashes and keys; null if the player has no account. */
  async export(playerId: string): Promise<AccountExport | null> {
    const account = await this.#database.use((db) =>
      db.account.findUnique({
        where: { playerId },
        include: {
          sessions: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
          recoveryCodes: { select: { createdAt: true } },
          reset: { select: { expiresAt: true } },
          passkeys: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] },
          blocks: { orderBy: [{ since: 'asc' }, { blocked: 'asc' }] },
          following: {
            orderBy: [{ since: 'asc' }, { followed: 'asc' }],
            include: { followedAccount: { select: { name: true } } },
          },
          webhook: true,
          subscriptions: { orderBy: [{ since: 'asc' }, { id: 'asc' }] },
          bots: BOTS,
        },
      }),
    )
    if (!account) return null
    const { webhook, subscriptions, bots, recoveryCodes, reset, passkeys, following } = account
    const [code] = recoveryCodes
    const devices = subscriptions.map(({ endpoint, label, since }) => ({ endpoint, label, since: since.getTime() }))
    return {
      name: account.name,
      ...(account.ownerId !== null && { owner: account.ownerId }),
      createdAt: account.createdAt.getTime(),
      sessions: account.sessions.map(({ id, label, network, via, createdAt, lastSeenAt, expiresAt }) => ({
        id,
        label,
        ...(network !== null && { network }),
        via: via as LogInWay,
        createdAt: createdAt.getTime(),
        lastSeenAt: lastSeenAt.getTime(),
        expiresAt: expiresAt.getTime(),
      })),
      ...(code && { recoveryCodes: { left: recoveryCodes.length, createdAt: code.createdAt.getTime() } }),
      ...(reset && { resetUntil: reset.expiresAt.getTime() }),
      ...(passkeys.length > 0 && { passkeys: passkeys.map(passkeyOf) }),
      blocked: account.blocks.map(({ blocked, since }) => ({ id: blocked, since: since.getTime() })),
      ...(following.length > 0 && {
        following: following.map(({ followed, since, followedAccount: { name } }) => ({
          id: followed,
          name,
          since: since.getTime(),
        })),
      }),
      ...(webhook && { webhook: { url: webhook.url, since: webhook.since.getTime() } }),
      ...(devices.length > 0 && { devices }),
      ...(bots.length > 0 && { bots: bots.map(botAccountOf) }),
    }
  }

  /** @throws CodedError `name-taken`, `account-exists` */
  async #requireFree(playerId: string, name: string): Promise<void> {
    const account = await this.#database.use((db) => db.account.findUnique({ where: { playerId } }))
    if (account) throw new CodedError('account-exists')
    if (await this.#names.has(name)) throw new CodedError('name-taken')
  }
}
