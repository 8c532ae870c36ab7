import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Database } from '../database/index.ts'
import { isForeignKeyViolation } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { PushSubscribeRequest, PushSubscriptionInfo } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Targets } from './address.ts'
import { requireTarget } from './address.ts'
import type { Attempt } from './attempt.ts'
import { attemptOf } from './attempt.ts'
import type { Answer } from './post.ts'
import { post } from './post.ts'
import type { Delivery } from './queue.ts'

export interface PushOptions {
  /** The private key (VAPID, base64url); without it, the servers of the database make one and share it. */
  privateKey: string | undefined
  /** How push services reach the operator: a `mailto:` or `https:` URL. */
  subject: string
  targets: Targets
}

interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** On how many devices an account may have subscribed; one more replaces the oldest. */
export const MOST_SUBSCRIPTIONS = 10
/** How long a push service keeps a notification for a device that is off (s). */
const TTL_SECONDS = 86_400
const KEY_NAME = 'vapid'

/** The service no longer knows the device (RFC 8030 §7.3). */
const GONE: readonly number[] = [404, 410]
/** Of the answers that blame the request, those after which the same request may succeed: late, too early, too many. */
const PASSING: readonly number[] = [408, 425, 429]
function endBy(status: number): 'gone' | 'refused' | null {
  if (GONE.includes(status)) return 'gone'
  return status >= 400 && status < 500 && !PASSING.includes(status) ? 'refused' : null
}

/** What services mean by some answers. */
const MEANINGS: Readonly<Record<number, string>> = {
  401: ': it does not accept the key of this server, or VAPID_SUBJECT',
  403: ': it does not accept VAPID_SUBJECT, or the device has subscribed with another key',
  404: ': it does not know the device',
  410: ': it does not know the device',
  413: ': the notification is too large',
}

/**
 * The devices on which accounts want to be notified by Web Push (RFC 8030), encrypted for each device (RFC 8291). All
 * methods reject with `unavailable` while the database does not answer.
 */
export class PushSubscriptions {
  readonly #database: Database
  readonly #options: PushOptions
  #keys: Promise<VapidKeys> | null = null

  constructor(database: Database, options: PushOptions) {
    this.#database = database
    this.#options = options
  }

  /** The key with which browsers subscribe. */
  async publicKey(): Promise<string> {
    return (await this.#vapid()).publicKey
  }

  #vapid(): Promise<VapidKeys> {
    this.#keys ??= this.#readKeys().catch((error: unknown) => {
      this.#keys = null
      throw error
    })
    return this.#keys
  }

  async #readKeys(): Promise<VapidKeys> {
    const privateKey = this.#options.privateKey ?? (await this.#sharedKey())
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return { publicKey: pair.getPublicKey('base64url'), privateKey }
  }

  /** The first server makes a key, and all others get the same one. */
  async #sharedKey(): Promise<string> {
    return this.#database.write(async (db) => {
      const { privateKey: value } = webPush.generateVAPIDKeys()
      await db.serverKey.createMany({ data: { name: KEY_NAME, value }, skipDuplicates: true })
      return (await db.serverKey.findUniqueOrThrow({ where: { name: KEY_NAME } })).value
    })
  }

  /**
   * Subscribes a device of an account. A device that has another account gets this one instead.
   * @throws CodedError `account-needed`, `address-refused`.
   */
  async subscribe(playerId: string, { endpoint, keys }: PushSubscribeRequest, label: string): Promise<string> {
    requireTarget(new URL(endpoint), this.#options.targets)
    const id = newId()
    try {
      return await this.#database.write((db) =>
        db.$transaction(async (tx) => {
          await tx.pushSubscription.deleteMany({ where: { endpoint } })
          await tx.pushSubscription.create({ data: { id, playerId, endpoint, ...keys, label, since: new Date() } })
          const tooMany = await tx.pushSubscription.findMany({
            where: { playerId },
            orderBy: [{ since: 'desc' }, { id: 'asc' }],
            skip: MOST_SUBSCRIPTIONS,
            select: { id: true },
          })
          await tx.pushSubscription.deleteMany({ where: { id: { in: tooMany.map((each) => each.id) } } })
          return id
        }),
      )
    } catch (error) {
      if (isForeignKeyViolation(error)) throw new CodedError('account-needed')
      throw error
    }
  }

  /** The devices of an account, newest first. */
  async list(playerId: string): Promise<PushSubscriptionInfo[]> {
    const rows = await this.#database.use((db) =>
      db.pushSubscription.findMany({ where: { playerId }, orderBy: [{ since: 'desc' }, { id: 'asc' }] }),
    )
    return rows.map(({ id, label, since }) => ({ id, label, since: since.getTime() }))
  }

  /** @throws CodedError `unknown-subscription`. */
  async unsubscribe(playerId: string, id: string): Promise<void> {
    const { count } = await this.#database.write((db) => db.pushSubscription.deleteMany({ where: { id, playerId } }))
    if (count === 0) throw new CodedError('unknown-subscription')
  }

  /** Tries to deliver a notification to a device. A device whose push service does not know it is unsubscribed. */
  async deliver({ target, notification }: Delivery): Promise<Attempt> {
    const row = await this.#database.use((db) => db.pushSubscription.findUnique({ where: { id: target } }))
    if (!row) return { result: 'gone', why: 'there is no subscription' }
    const { endpoint, p256dh, auth } = row
    const vapidDetails = { subject: this.#options.subject, ...(await this.#vapid()) }
    let answer: Answer
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notification),
        { TTL: TTL_SECONDS, vapidDetails },
      )
      answer = await post({ url: endpoint, headers, body }, this.#options.targets)
    } catch (error) {
      return { result: 'failed', why: (error as Error).message }
    }
    const why = `the push service answered with the status ${answer.status}${MEANINGS[answer.status] ?? ''}`
    const attempt = attemptOf(answer, why, endBy)
    if (attempt.result === 'gone') {
      await this.#database.write((db) => db.pushSubscription.deleteMany({ where: { id: target } }))
    }
    return attempt
  }
}
