import type { LeaveReason, PoolStats, Ticket } from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import { ExpiringMap } from './expiring.ts'
import type { Steps } from './steps.ts'

/** The tickets of the players who wait, and how long the players waited who were paired. */
export class Tickets {
  readonly #steps: Steps
  /** By player, in the order in which they joined their pools. */
  readonly #tickets = new Map<string, { ticket: Ticket; until: number }>()
  /** By pool, newest first. */
  readonly #waits: ExpiringMap<number[]>

  constructor(steps: Steps) {
    this.#steps = steps
    this.#waits = new ExpiringMap(LOBBY_RETENTION.waitsMs, steps.clock)
  }

  /** The time of an operation that begins, after the removal of expired tickets. @throws CodedError `unavailable`. */
  begin(): number {
    const now = this.#steps.begin()
    for (const { ticket, until } of this.#tickets.values()) if (until <= now) this.remove(ticket, 'gone')
    return now
  }

  get(player: string): Ticket | null {
    return this.#tickets.get(player)?.ticket ?? null
  }

  /** Adds a ticket that expires at `until`. It replaces another ticket of the player. */
  add(ticket: Ticket, until: number): void {
    this.#tickets.delete(ticket.player.id)
    this.#tickets.set(ticket.player.id, { ticket, until })
  }

  /** Changes a ticket of a player, who keeps their place. */
  change(ticket: Ticket): void {
    const waiting = this.#tickets.get(ticket.player.id)
    if (waiting) waiting.ticket = ticket
  }

  /** Lets a ticket expire at `until`, if that is later than before. False: the player has none. */
  renew(player: string, until: number): boolean {
    const waiting = this.#tickets.get(player)
    if (waiting) waiting.until = Math.max(waiting.until, until)
    return waiting !== undefined
  }

  delete(player: string): void {
    this.#tickets.delete(player)
  }

  /** Deletes a ticket, and publishes why. */
  remove(ticket: Ticket, reason: LeaveReason): void {
    this.delete(ticket.player.id)
    this.#steps.publish({ type: 'left', ticket, reason })
  }

  /** The tickets of a pool, the oldest one first. */
  of(pool: string): Ticket[] {
    return [...this.#tickets.values()].map(({ ticket }) => ticket).filter((ticket) => ticket.pool === pool)
  }

  /** Notes how long two players waited (ms) who are paired. */
  addWaits(pool: string, waits: readonly [number, number]): void {
    this.#waits.set(pool, [...waits, ...(this.#waits.get(pool) ?? [])].slice(0, LOBBY_RETENTION.waits))
  }

  stats(pools: readonly string[]): PoolStats[] {
    const waiting = new Map<string, number>()
    for (const { ticket } of this.#tickets.values()) waiting.set(ticket.pool, (waiting.get(ticket.pool) ?? 0) + 1)
    return pools.map((pool) => ({ waiting: waiting.get(pool) ?? 0, waits: this.#waits.get(pool) ?? [] }))
  }
}
