import type { Database } from '../database/index.ts'
import { nextTurn, Prisma } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { Notification, Overview } from '../protocol/index.ts'

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
  /** How many attempts at its target there were since one went well, this one included. */
  attempts: number
}

/** How many deliveries to one target wait at most; one more is dropped. */
export const MOST_WAITING = 100
/** How many deliveries of one account all nodes together have in hand. */
export const MOST_IN_HAND = 4

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
    const turn = nextTurn({ table: Prisma.sql`deliveries`, isOwn: Prisma.sql`player_id = ${playerId}` })
    let added = 0
    await this.#database.write(async (db) => {
      for (const target of targets) {
        const id = newId()
        const notification = JSON.stringify({ id, at: now.getTime(), player: playerId, ...news })
        // An account that was deleted meanwhile has no deliveries, nor has a webhook that was disabled meanwhile.
        added += await db.$executeRaw`
          INSERT INTO deliveries (id, player_id, target, notification, created_at, due_at, turn)
          SELECT ${id}, player_id, ${target}, ${notification}::jsonb, ${now}, ${now}, ${turn} FROM accounts
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
   * Claims deliveries that are due: at most one for each target, and none of a target that is in hand, or that failed and
   * is not tried again yet. There, what has not failed comes first, then what failed first: one that a target cannot take
   * does not keep back the others. Accounts take turns, and have a few in hand each.
   * @param room how many to claim: in all, and at targets that failed last.
   */
  async claim(room: { inAll: number; failed: number }, leaseMs: number): Promise<Delivery[]> {
    const now = new Date()
    const until = new Date(now.getTime() + leaseMs)
    const rows = await this.#database.use(
      (db) => db.$queryRaw<Row[]>`
        WITH targets AS (
          SELECT player_id, target, max(attempts) AS failures,
            bool_or(claimed_until > ${now} OR (attempts > 0 AND due_at > ${now})) AS is_closed
          FROM deliveries GROUP BY player_id, target
        ), due AS (
          SELECT DISTINCT ON (player_id, target) id, player_id, turn, created_at, failures
          FROM deliveries JOIN targets USING (player_id, target)
          WHERE due_at <= ${now} AND is_closed IS NOT TRUE
          ORDER BY player_id, target, attempts, created_at, id
        ), in_hand AS (
          SELECT player_id, count(*) AS count FROM deliveries WHERE claimed_until > ${now} GROUP BY player_id
        ), placed AS (
          SELECT id, turn, created_at, failures,
            row_number() OVER (PARTITION BY failures > 0 ORDER BY turn, created_at, id) AS place,
            row_number() OVER (PARTITION BY player_id ORDER BY turn, created_at, id)
              + COALESCE(in_hand.count, 0) AS place_of_own
          FROM due LEFT JOIN in_hand USING (player_id)
        ), chosen AS (
          SELECT id, failures FROM placed
          WHERE place_of_own <= ${MOST_IN_HAND} AND (failures = 0 OR place <= ${room.failed})
          ORDER BY turn, created_at, id
          LIMIT ${room.inAll}
        )
        UPDATE deliveries SET claimed_until = ${until}, attempts = failures + 1 FROM chosen
        WHERE deliveries.id = chosen.id AND (claimed_until IS NULL OR claimed_until <= ${now})
        RETURNING deliveries.id, player_id, target, notification, created_at, attempts`,
    )
    return rows.map(({ player_id: playerId, created_at: createdAt, ...row }) => ({
      ...row,
      playerId,
      createdAt: createdAt.getTime(),
    }))
  }

  /** The delivery has arrived: its target no longer fails. */
  async delivered({ id, playerId, target }: Delivery): Promise<void> {
    await this.#database.write(async (db) => {
      await db.delivery.deleteMany({ where: { id } })
      await db.delivery.updateMany({ where: { playerId, target, attempts: { gt: 0 } }, data: { attempts: 0 } })
    })
  }

  /** The delivery is given up. */
  async remove({ id }: Delivery): Promise<void> {
    await this.#database.write((db) => db.delivery.deleteMany({ where: { id } }))
  }

  /** All deliveries to a target are given up. */
  async removeAll(playerId: string, target: string): Promise<void> {
    await this.#database.write((db) => db.delivery.deleteMany({ where: { playerId, target } }))
  }

  /** The delivery is to be tried again after some time (ms), and nothing else is delivered to its target before. */
  async postpone({ id }: Delivery, ms: number): Promise<void> {
    const data = { dueAt: new Date(Date.now() + ms), claimedUntil: null }
    await this.#database.write((db) => db.delivery.updateMany({ where: { id }, data }))
  }

  /** What waits for the webhooks of all accounts. */
  async atWebhooks(): Promise<Overview['webhooks']> {
    const [row] = await this.#database.use(
      (db) => db.$queryRaw<{ waiting: number; failing: number; since: Date | null; disabled: number }[]>`
        SELECT count(*)::int AS waiting, count(failing_since)::int AS failing, min(created_at) AS since,
          (SELECT count(*)::int FROM webhooks WHERE disabled_at IS NOT NULL) AS disabled
        FROM deliveries LEFT JOIN webhooks USING (player_id) WHERE target = ${WEBHOOK}`,
    )
    const { waiting, failing, since, disabled } = row!
    return { waiting, failing, ...(since && { since: since.getTime() }), disabled }
  }

  /** How many deliveries to a target wait. */
  async waiting(playerId: string, target: string): Promise<number> {
    return this.#database.use((db) => db.delivery.count({ where: { playerId, target } }))
  }
}
