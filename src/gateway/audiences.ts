import type { PlayerRef } from '../protocol/index.ts'
import type { Connection } from './connection.ts'
import type { ServerEvents } from './events.ts'

/** The connections of each player. */
export class Audiences {
  readonly #connections = new Map<string, Set<Connection>>()

  add(connection: Connection): void {
    const { id } = connection.player
    const connections = this.#connections.get(id) ?? new Set()
    this.#connections.set(id, connections.add(connection))
  }

  remove(connection: Connection): void {
    const { id } = connection.player
    const connections = this.#connections.get(id)
    connections?.delete(connection)
    if (connections?.size === 0) this.#connections.delete(id)
  }

  /** Everybody who is connected here. */
  *players(): Iterable<PlayerRef> {
    for (const [connection] of this.#connections.values()) yield connection!.player
  }

  /** Sends an event to a player, wherever he is connected here. */
  tell<E extends keyof ServerEvents>(player: string, event: E, payload: ServerEvents[E]): void {
    for (const connection of this.#connections.get(player) ?? []) connection.send(event, payload)
  }
}
