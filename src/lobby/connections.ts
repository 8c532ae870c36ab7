import type { EventTo, PlayerRef } from '../protocol/index.ts'
import type { Challenges } from './challenges.ts'
import type { OnlineDirectory } from './online.ts'
import type { Queue } from './queue.ts'

type PlayerEvent = EventTo<'player'>

/** A socket or a stream of a player. */
export interface PlayerConnection {
  readonly player: PlayerRef
  send(event: PlayerEvent): void
}

/**
 * The connections of each player to this node. Their players are online, and each connection is sent what the lobby has
 * for its player.
 */
export class PlayerConnections {
  readonly #connections = new Map<string, Set<PlayerConnection>>()
  readonly #online: Pick<OnlineDirectory, 'setSource' | 'connected'>
  /** What each connection is sent first, if anything. */
  #greeting: () => PlayerEvent | null = () => null

  constructor(
    queue: Pick<Queue, 'subscribe'>,
    challenges: Pick<Challenges, 'subscribe'>,
    online: Pick<OnlineDirectory, 'setSource' | 'connected'>,
  ) {
    this.#online = online
    online.setSource(() => this.#players())
    queue.subscribe({
      news: ({ type, player, payload }) => this.#send(player, { event: `queue:${type}`, payload } as PlayerEvent),
    })
    challenges.subscribe({
      opened: (player, payload) => this.#send(player, { event: 'challenge:opened', payload }),
      closed: (player, payload) => this.#send(player, { event: 'challenge:closed', payload }),
    })
  }

  add(connection: PlayerConnection): void {
    const { player } = connection
    const connections = this.#connections.get(player.id) ?? new Set()
    this.#connections.set(player.id, connections.add(connection))
    this.#online.connected(player)
    const greeting = this.#greeting()
    if (greeting) connection.send(greeting)
  }

  remove(connection: PlayerConnection): void {
    const { id } = connection.player
    const connections = this.#connections.get(id)
    connections?.delete(connection)
    if (connections?.size === 0) this.#connections.delete(id)
  }

  /** Sets what each connection is sent when it begins. */
  greetWith(greeting: () => PlayerEvent | null): void {
    this.#greeting = greeting
  }

  /** How many players are connected to this node. */
  get size(): number {
    return this.#connections.size
  }

  /** Sends an event to some players, or to everybody (null). */
  tell(players: readonly string[] | null, event: PlayerEvent): void {
    for (const player of players ?? this.#connections.keys()) this.#send(player, event)
  }

  /** All players who are connected to this node. */
  *#players(): Iterable<PlayerRef> {
    for (const [connection] of this.#connections.values()) yield connection!.player
  }

  /** Sends an event to a player, on all connections to this node. */
  #send(player: string, event: PlayerEvent): void {
    for (const connection of this.#connections.get(player) ?? []) connection.send(event)
  }
}
