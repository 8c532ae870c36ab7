import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Database, Prisma } from '../database/index.ts'
import { isUniqueViolation } from '../database/index.ts'
import type { Limiters } from '../limits/index.ts'
import { spend } from '../limits/index.ts'
import type { BotAccount, PlayerRef } from '../protocol/index.ts'
import { CodedError, playerRef } from '../protocol/index.ts'
import type { Accounts } from './accounts.ts'
import { botAccountOf, BOTS } from './bot-rows.ts'
import { newGuest } from './guest.ts'
import { inheritMute } from './muted-bots.ts'
import { requirePerson } from './person.ts'
import { beginSession, endSessions } from './session-rows.ts'
import type { Sessions } from './sessions.ts'
import { keysOf } from './taken-names.ts'
import type { Issued, Tokens } from './tokens.ts'

export interface BotAccountsParts {
  database: Database
  tokens: Tokens
  sessions: Sessions
  accounts: Accounts
  limiters: Limiters
}

type Transaction = Prisma.TransactionClient

/** How many bot accounts a player may have. */
export const MOST_BOTS = 10
/** For how long a personal token is valid (ms): a year. Its owner replaces it before that. */
export const BOT_TOKEN_MS = 365 * 86_400_000
/**
 * How many personal tokens are issued for one owner (duration in seconds). Every node retains the end of a revoked token
 * until the token would have expired.
 */
const TOKENS = { points: 20, duration: 86_400 }
/** The label of the session of a personal token. */
const LABEL = 'personal token'

/**
 * Accounts of bots, which belong to the account of a player. A bot has no password: its owner gives it a personal token,
 * which is the one session of the bot. Methods throw CodedError `unavailable` while the database does not answer.
 */
export class BotAccounts {
  readonly #parts: BotAccountsParts
  readonly #limiter: RateLimiterAbstract

  constructor(parts: BotAccountsParts) {
    this.#parts = parts
    this.#limiter = parts.limiters.limiter('bot-tokens', TOKENS)
  }

  /**
   * Creates a bot account, and issues its token.
   * @throws CodedError `account-needed`, `not-for-bots`, `name-invalid`, `name-taken`, `limit-reached`, `rate-limited`
   */
  async create(owner: PlayerRef, wanted: string): Promise<Issued> {
    requirePerson(owner)
    const { database, accounts, sessions } = this.#parts
    const account = await database.use((db) => db.account.findUnique({ where: { playerId: owner.id } }))
    if (!account) throw new CodedError('account-needed')
    const { id, name } = newGuest(await accounts.freeName(wanted))
    const issued = await this.#issue(owner.id, playerRef(id, name, true))
    let isMuted = false
    try {
      await database.write((db) =>
        db.$transaction(async (tx) => {
          // The lock makes two requests of one owner take turns, so that neither goes past the limit.
          const rows = await tx.$queryRaw<unknown[]>`
            SELECT 1 FROM accounts WHERE player_id = ${owner.id} FOR UPDATE`
          if (rows.length === 0) throw new CodedError('account-needed')
          if ((await tx.account.count({ where: { ownerId: owner.id } })) >= MOST_BOTS) {
            const details = { limit: MOST_BOTS }
            throw new CodedError('limit-reached', `A player has at most ${MOST_BOTS} bot accounts.`, details)
          }
          const createdAt = new Date()
          await tx.account.create({ data: { playerId: id, name, ...keysOf(name), ownerId: owner.id, createdAt } })
          isMuted = await inheritMute(tx, owner.id, id)
          await this.#begin(tx, issued)
        }),
      )
    } catch (error) {
      // Another request was faster.
      if (isUniqueViolation(error)) throw new CodedError('name-taken')
      throw error
    }
    // If this fails, the node knows of it with a later poll.
    if (isMuted) await sessions.sanctions.poll().catch(() => undefined)
    return issued
  }

  /** The bot accounts of a player, oldest first. @throws CodedError `account-needed` */
  async list(owner: PlayerRef): Promise<BotAccount[]> {
    const where = { playerId: owner.id }
    const account = await this.#parts.database.use((db) => db.account.findUnique({ where, select: { bots: BOTS } }))
    if (!account) throw new CodedError('account-needed')
    return account.bots.map(botAccountOf)
  }

  /** The player to whom a bot belongs; null for every other player. */
  async ownerOf(bot: string): Promise<PlayerRef | null> {
    const where = { playerId: bot }
    const found = await this.#parts.database.use((db) => db.account.findUnique({ where, select: { owner: true } }))
    return found?.owner ? playerRef(found.owner.playerId, found.owner.name, false) : null
  }

  /** The ids of the bots of a player. */
  async ids(owner: PlayerRef): Promise<string[]> {
    const where = { ownerId: owner.id }
    const found = await this.#parts.database.use((db) => db.account.findMany({ where, select: { playerId: true } }))
    return found.map(({ playerId }) => playerId)
  }

  /** Issues another token of a bot, and revokes the one before. @throws CodedError `unknown-player`, `rate-limited` */
  async replaceToken(owner: PlayerRef, id: string): Promise<Issued> {
    const { database } = this.#parts
    const account = await database.use((db) => db.account.findFirst({ where: { playerId: id, ownerId: owner.id } }))
    if (!account) throw new CodedError('unknown-player')
    const issued = await this.#issue(owner.id, playerRef(id, account.name, true))
    await this.#end(owner, id, (tx) => this.#begin(tx, issued))
    return issued
  }

  /** Revokes the token of a bot, if there is one. @throws CodedError `unknown-player` */
  async revokeToken(owner: PlayerRef, id: string): Promise<void> {
    await this.#end(owner, id)
  }

  /** Deletes a bot account: its token is revoked, and its name is free again. @throws CodedError `unknown-player` */
  async delete(owner: PlayerRef, id: string): Promise<void> {
    await this.#end(owner, id, (tx) => tx.account.delete({ where: { playerId: id } }))
  }

  async #issue(owner: string, bot: PlayerRef): Promise<Issued> {
    await spend(this.#limiter, owner)
    return this.#parts.tokens.issue(bot, { account: true, lifetimeMs: BOT_TOKEN_MS })
  }

  /** Stores the session of a token; the bot has no other. */
  async #begin(tx: Transaction, { player, session, expiresAt }: Issued): Promise<void> {
    const now = new Date()
    const of = { id: session, playerId: player.id, label: LABEL, network: null, via: 'token' } as const
    const begun = { ...of, now, expiresAt: new Date(expiresAt) }
    await beginSession(tx, begun, this.#parts.sessions.lastExpiry(now))
  }

  /** Ends the session of a bot, and then does something else in the same transaction. */
  async #end(owner: PlayerRef, id: string, work?: (tx: Transaction) => Promise<unknown>): Promise<void> {
    const { database, sessions } = this.#parts
    const ended = await database.write((db) =>
      db.$transaction(async (tx) => {
        // The lock makes requests about one bot take turns, so that it never has two tokens.
        const rows = await tx.$queryRaw<unknown[]>`
          SELECT 1 FROM accounts WHERE player_id = ${id} AND owner_id = ${owner.id} FOR UPDATE`
        if (rows.length === 0) throw new CodedError('unknown-player')
        const ended = await endSessions(tx, { playerId: id }, sessions.lastExpiry())
        await work?.(tx)
        return ended
      }),
    )
    sessions.ended(ended)
  }
}
