/** The players who wait with a connection to this node. Each connection that retains a ticket is a holder of it. */
export class RetainedTickets {
  readonly #byPlayer = new Map<string, { pool: string; holders: Set<object> }>()

  get size(): number {
    return this.#byPlayer.size
  }

  players(): string[] {
    return [...this.#byPlayer.keys()]
  }

  /** The name of the pool in which a player waits; undefined if no connection of this node retains the ticket. */
  poolOf(player: string): string | undefined {
    return this.#byPlayer.get(player)?.pool
  }

  retain(player: string, pool: string, holder: object): void {
    const retained = this.#byPlayer.get(player) ?? { pool, holders: new Set() }
    this.#byPlayer.set(player, retained)
    retained.pool = pool
    retained.holders.add(holder)
  }

  release(player: string, holder: object): void {
    const retained = this.#byPlayer.get(player)
    retained?.holders.delete(holder)
    if (retained?.holders.size === 0) this.#byPlayer.delete(player)
  }

  /** A player waits in another pool. */
  move(player: string, pool: string): void {
    const retained = this.#byPlayer.get(player)
    if (retained) retained.pool = pool
  }

  /** A player no longer waits. */
  delete(player: string): void {
    this.#byPlayer.delete(player)
  }
}
