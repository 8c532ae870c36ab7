import type { Database } from '../database/index.ts'
import { WEBHOOK } from './queue.ts'

/**
 * Which accounts have a webhook or a device: a copy in memory, so that a move of anyone else asks the database
 * nothing. Another node's change is known here after the next poll.
 */
export class Targets {
  readonly #database: Database
  /** By player, the targets. */
  #known = new Map<string, string[]>()

  constructor(database: Database) {
    this.#database = database
  }

  /** The targets of a player, as far as this node knows. */
  of(player: string): readonly string[] {
    return this.#known.get(player) ?? []
  }

  /** Reads all targets. @throws CodedError `unavailable`. */
  async poll(): Promise<void> {
    const [webhooks, devices] = await this.#database.use((db) =>
      Promise.all([
        db.webhook.findMany({ where: { disabledAt: null }, select: { playerId: true } }),
        db.pushSubscription.findMany({ select: { id: true, playerId: true } }),
      ]),
    )
    const known = new Map<string, string[]>()
    const add = (player: string, target: string): void => {
      known.set(player, [...(known.get(player) ?? []), target])
    }
    for (const { playerId } of webhooks) add(playerId, WEBHOOK)
    for (const { id, playerId } of devices) add(playerId, id)
    this.#known = known
  }
}
