import type { Database } from '../database/index.ts'
import { isForeignKeyViolation } from '../database/index.ts'
import type { Webhook } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Targets } from './address.ts'
import { requireTarget } from './address.ts'
import type { Attempt } from './attempt.ts'
import { attemptOf } from './attempt.ts'
import { post } from './post.ts'
import type { Delivery } from './queue.ts'
import { newSecret, signed } from './signature.ts'

/** The webhooks of accounts, one for each. All methods reject with `unavailable` while the database does not answer. */
export class Webhooks {
  readonly #database: Database
  readonly #targets: Targets

  constructor(database: Database, targets: Targets) {
    this.#database = database
    this.#targets = targets
  }

  /**
   * Sets the webhook of an account, in place of an earlier one, and resolves with its new secret.
   * @throws CodedError `account-needed`, `address-refused`.
   */
  async set(playerId: string, text: string): Promise<string> {
    const url = new URL(text)
    requireTarget(url, this.#targets)
    const secret = newSecret()
    const data = {
      url: url.href,
      secret,
      since: new Date(),
      failingSince: null,
      disabledAt: null,
      disabledWhy: null,
    }
    try {
      await this.#database.write((db) =>
        db.webhook.upsert({ where: { playerId }, create: { playerId, ...data }, update: data }),
      )
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new CodedError('account-needed')
      throw error
    }
    return secret
  }

  /** The webhook of an account, next to how many notifications wait; null if there is none. */
  async get(playerId: string): Promise<Omit<Webhook, 'waiting'> | null> {
    const row = await this.#database.use((db) => db.webhook.findUnique({ where: { playerId } }))
    if (!row) return null
    const { url, since, failingSince, disabledAt, disabledWhy } = row
    return {
      url,
      since: since.getTime(),
      ...(failingSince && { failingSince: failingSince.getTime() }),
      ...(disabledAt && { disabled: { at: disabledAt.getTime(), why: disabledWhy ?? '' } }),
    }
  }

  async delete(playerId: string): Promise<void> {
    await this.#database.write((db) => db.webhook.deleteMany({ where: { playerId } }))
  }

  /** Tries to deliver a notification. */
  async deliver({ playerId, notification }: Delivery): Promise<Attempt> {
    const row = await this.#database.use((db) => db.webhook.findUnique({ where: { playerId } }))
    if (!row || row.disabledAt) return { result: 'gone', why: 'there is no webhook' }
    const body = JSON.stringify(notification)
    const headers = { 'content-type': 'application/json', ...signed(row.secret, notification.id, Date.now(), body) }
    try {
      const answer = await post({ url: row.url, headers, body }, this.#targets)
      return attemptOf(answer, `the answer had the status ${answer.status}`, (status) =>
        status === 410 ? 'gone' : null,
      )
    } catch (error) {
      return { result: 'failed', why: (error as Error).message }
    }
  }

  /** Stores how an attempt went. Resolves with since when all attempts have failed (ms since 1970); null: none has. */
  async record(playerId: string, isDelivered: boolean): Promise<number | null> {
    return this.#database.write(async (db) => {
      const now = new Date()
      if (isDelivered) {
        await db.webhook.updateMany({ where: { playerId, failingSince: { not: null } }, data: { failingSince: null } })
        return null
      }
      await db.webhook.updateMany({ where: { playerId, failingSince: null }, data: { failingSince: now } })
      const row = await db.webhook.findUnique({ where: { playerId } })
      return row?.failingSince?.getTime() ?? null
    })
  }

  /** The server sends nothing more to the webhook. Resolves with whether it did until now. */
  async disable(playerId: string, why: string): Promise<boolean> {
    const { count } = await this.#database.write((db) =>
      db.webhook.updateMany({
        where: { playerId, disabledAt: null },
        data: { disabledAt: new Date(), disabledWhy: why.slice(0, 200) },
      }),
    )
    return count > 0
  }
}
