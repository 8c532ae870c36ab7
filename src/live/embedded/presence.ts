import type { Seat } from '../../rules/index.ts'

/** Who sits in a match's seats, as long as this process lives: with it all its connections end. */
export class Presence {
  readonly #changed: (match: string, seats: Seat[]) => void
  /** By match, then by seat and connection: until when, in ms since 1970. */
  readonly #matches = new Map<string, Map<string, { seat: Seat; until: number }>>()

  constructor(changed: (match: string, seats: Seat[]) => void) {
    this.#changed = changed
  }

  connect(match: string, seat: Seat, connection: string, until: number): void {
    const connections = this.#matches.get(match) ?? new Map<string, { seat: Seat; until: number }>()
    this.#matches.set(match, connections)
    this.#change(match, () => connections.set(`${seat}:${connection}`, { seat, until }))
  }

  disconnect(match: string, seat: Seat, connection: string): void {
    this.#change(match, () => this.#matches.get(match)?.delete(`${seat}:${connection}`))
  }

  /** Takes away what has expired. */
  sweep(now: number): void {
    for (const [match, connections] of this.#matches) {
      this.#change(match, () => {
        for (const [name, { until }] of connections) if (until <= now) connections.delete(name)
      })
    }
  }

  seats(match: string): Seat[] {
    const connections = [...(this.#matches.get(match)?.values() ?? [])]
    return ([0, 1] as const).filter((seat) => connections.some((connection) => connection.seat === seat))
  }

  #change(match: string, change: () => void): void {
    const before = this.seats(match)
    change()
    const after = this.seats(match)
    if (after.length === 0) this.#matches.delete(match)
    if (after.join() !== before.join()) this.#changed(match, after)
  }
}
