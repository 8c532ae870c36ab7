import type { Database } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { Notification } from '../protocol/index.ts'

/** The target of the deliveries to a webhook; those to a device have the id of its subscription. */
export const WEBHOOK = 'webhook'

/** A notification on its way to one target. */
export interface Delivery {
  id: string
  playerId: string
  target: string
  notification: Notification
  /** When it was put into the queue (ms since 1970). */
  createdAt: number
  /** How often it was tried, this time included. */
  attempts: number
}

/** How many deliveries to one target wait at most; one more is dropped. */
export const MOST_WAITING = 100

interface Row {
  id: string
  player_id: string
  target: string
  notification: Notification
  created_at: Date
  attempts: number
}

/** A notification without the fields that the queue gives it. */
export type News = WithoutGiven<Notification>
type WithoutGiven<Each> = Each extends Notification ? Omit<Each, 'id' | 'at' | 'player'> : never

/**
 * The notifications on their way, in the database: they outlive a node, and the nodes share the work. A delivery belongs
 * to the node that has claimed it, until its lease is over. All methods reject with `unavailable` while the database
 * does not answer.
 */
export class DeliveryQueue {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Puts a notification into the queue, once for each target that exists and has room. Resolves with how many. */
  async add(playerId: string, targets: readonly string[], news: News): Promise<number> {
    const now = new Date()
    let added = 0
    await this.#database.write(async (db) => {
      for (const target of targets) {
        const id = newId()
        const notification = JSON.stringify({ id, at: now.getTime(), player: playerId, ...news })
        // An account that was deleted meanwhile has no deliveries, nor has a webhook that was disabled meanwhile.
        added += await db.$executeRaw`
          INSERT INTO deliveries (id, player_id, target, notification, created_at, due_at)
          SELECT ${id}, player_id, ${target}, ${notification}::jsonb, ${now}, ${now} FROM accounts
          WHERE player_id = ${playerId} AND (
            SELECT count(*) FROM deliveries AS waiting
            WHERE waiting.player_id = ${playerId} AND waiting.target = ${target}
          ) < ${MOST_WAITING} AND (
            ${target} <> ${WEBHOOK} OR
            EXISTS (SELECT 1 FROM webhooks WHERE webhooks.player_id = ${playerId} AND disabled_at IS NULL)
          )`
      }
    })
    return added
  }

  /**
   * Claims deliveries that are due: at most one for each target, the oldest, and none of a target that is in hand or held.
   * If too many are due, the lot decides: a target that is slow, or fails again and again, does not keep the others
   * waiting.
   */
  async claim(limit: number, leaseMs: number): Promise<Delivery[]> {
    const now = new Date()
    const until = new Date(now.getTime() + leaseMs)
    const rows = await this.#database.use(
      (db) => db.$queryRaw<Row[]>`
        UPDATE deliveries SET claimed_until = ${until}, attempts = attempts + 1
        WHERE (claimed_until IS NULL OR claimed_until <= ${now}) AND id IN (
          SELECT id FROM (
            SELECT DISTINCT ON (player_id, target) id FROM deliveries AS due
            WHERE due_at <= ${now} AND NOT EXISTS (
              SELECT 1 FROM deliveries AS other
              WHERE other.player_id = due.player_id AND other.target = due.target
                AND (other.claimed_until > ${now} OR other.held_until > ${now})
            )
            ORDER BY player_id, target, created_at, id
          ) AS oldest
          ORDER BY random()
          LIMIT ${limit}
        )
        RETURNING id, player_id, target, notification, created_at, attempts`,
    )
    return rows.map(({ player_id: playerId, created_at: createdAt, ...row }) => ({
      ...row, playerId, createdAt: createdAt.getTime(),
    }))
  }

  /** The delivery has arrived, or is given up. */
  async remove({ id }: Delivery): Promise<void> {
    await this.#database.write((db) => db.delivery.deleteMany({ where: { id } }))
  }

  /** All deliveries to a target are given up. */
  async removeAll(playerId: string, target: string): Promise<void> {
    await this.#database.write((db) => db.delivery.deleteMany({ where: { playerId, target } }))
  }

  /** The delivery is to be tried again after some time (ms). For `heldMs`, nothing is delivered to its target. */
  async postpone({ id }: Delivery, ms: number, heldMs = 0): Promise<void> {
    const now = Date.now()
    const data = {
      dueAt: new Date(now + ms), claimedUntil: null, heldUntil: heldMs > 0 ? new Date(now + heldMs) : null,
    }
    await this.#database.write((db) => db.delivery.updateMany({ where: { id }, data }))
  }

  /** How many deliveries to a target wait. */
  async waiting(playerId: string, target: string): Promise<number> {
    return this.#database.use((db) => db.delivery.count({ where: { playerId, target } }))
  }
}
