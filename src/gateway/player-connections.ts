import type { PlayerRef, ServerEvent } from '../protocol/index.ts'
import type { Connection } from './connection.ts'

/** The connections of each player to this node. */
export class PlayerConnections {
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

  /** All players who are connected to this node. */
  *players(): Iterable<PlayerRef> {
    for (const [connection] of this.#connections.values()) yield connection!.player
  }

  /** Sends an event to a player, on all connections to this node. */
  send(player: string, event: ServerEvent): void {
    for (const connection of this.#connections.get(player) ?? []) connection.send(event)
  }
}
