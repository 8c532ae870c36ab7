import { newId } from '../../../ids/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import type { Pairing, PairingStore, Ticket, WaitingList } from '../../lobby/index.ts'
import { LOBBY_RETENTION, MOST_PAIRS } from '../../lobby/index.ts'
import { ExpiringMap } from './expiring.ts'
import type { EmbeddedLadder } from './ladder.ts'
import type { PlayerMatches } from './player-matches.ts'
import type { Steps } from './steps.ts'
import type { Tickets } from './tickets.ts'

interface Retained {
  pairing: Pairing
  /** The header that was proposed first. */
  header: MatchHeader | null
  leasedUntil: number
}

/** The pairings whose matches are not complete, and the opponents of each player. */
export class EmbeddedPairings implements PairingStore {
  readonly #steps: Steps
  readonly #tickets: Tickets
  readonly #matches: PlayerMatches
  readonly #ladder: EmbeddedLadder
  readonly #pairings = new Map<string, Retained>()
  /** By player, the id of the pairing. */
  readonly #byPlayer = new Map<string, string>()
  /** By player, the last one first. */
  readonly #opponents: ExpiringMap<string[]>

  constructor(steps: Steps, tickets: Tickets, matches: PlayerMatches, ladder: EmbeddedLadder) {
    this.#steps = steps
    this.#tickets = tickets
    this.#matches = matches
    this.#ladder = ladder
    this.#opponents = new ExpiringMap(LOBBY_RETENTION.opponentsMs, steps.clock)
  }

  /** The pairing of a player, as part of an operation of the queue. */
  of(player: string): Pairing | null {
    return this.#pairings.get(this.#byPlayer.get(player) ?? '')?.pairing ?? null
  }

  async waiting(pool: string, limit: number): Promise<WaitingList> {
    const readAt = this.#tickets.begin()
    const candidates = this.#tickets
      .of(pool)
      .slice(0, limit)
      .map((ticket) => ({
        ticket,
        opponents: this.#opponents.get(ticket.player.id) ?? [],
      }))
    return { readAt, candidates }
  }

  async create(
    pool: string,
    pairs: readonly (readonly [Ticket, Ticket])[],
    leaseMs: number,
    places?: number,
  ): Promise<Pairing[]> {
    if (pairs.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} pairs`)
    const now = this.#tickets.begin()
    const created: Pairing[] = []
    for (const pair of pairs) {
      const [one, other] = [this.#current(pool, pair[0]), this.#current(pool, pair[1])]
      if (!one || !other || one === other) continue
      if (places !== undefined && this.#ladder.taken + 2 > places) break
      this.#tickets.addWaits(pool, [now - other.since, now - one.since])
      const pairing = this.#create(pool, [one, other], now, leaseMs)
      created.push(pairing)
      if (places !== undefined) for (const place of placesOf(pairing)) this.#ladder.take(place)
      this.#met(one.player.id, other.player.id)
      this.#met(other.player.id, one.player.id)
    }
    return structuredClone(created)
  }

  async createWithBots(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]> {
    if (tickets.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} tickets`)
    const now = this.#tickets.begin()
    const created: Pairing[] = []
    for (const wanted of tickets) {
      const ticket = this.#current(pool, wanted)
      if (ticket?.bot) created.push(this.#create(pool, [ticket], now, leaseMs))
    }
    return structuredClone(created)
  }

  #met(player: string, opponent: string): void {
    const before = (this.#opponents.get(player) ?? []).filter((one) => one !== opponent)
    this.#opponents.set(player, [opponent, ...before].slice(0, LOBBY_RETENTION.opponents))
  }

  /** A ticket of a pool as the store has it; null if it is gone or another ticket has taken its place. */
  #current(pool: string, { player, since }: Ticket): Ticket | null {
    const ticket = this.#tickets.get(player.id)
    return ticket?.pool === pool && ticket.since === since ? ticket : null
  }

  /** Takes these tickets. */
  #create(pool: string, tickets: Pairing['tickets'], at: number, leaseMs: number): Pairing {
    const pairing: Pairing = { id: newId(), pool, at, tickets }
    this.#pairings.set(pairing.id, { pairing, header: null, leasedUntil: at + leaseMs })
    for (const { player } of tickets) {
      this.#tickets.delete(player.id)
      this.#byPlayer.set(player.id, pairing.id)
    }
    return pairing
  }

  async claim(limit: number, leaseMs: number): Promise<Pairing[]> {
    const now = this.#tickets.begin()
    const due = [...this.#pairings.values()].filter((retained) => retained.leasedUntil <= now).slice(0, limit)
    const leased: Pairing[] = []
    for (const retained of due) {
      const { pairing } = retained
      if (pairing.at + LOBBY_RETENTION.pairingMs <= now) {
        this.#delete(pairing)
        for (const ticket of pairing.tickets) this.#steps.publish({ type: 'left', ticket, reason: 'failed' })
      } else {
        retained.leasedUntil = now + leaseMs
        leased.push(pairing)
      }
    }
    return structuredClone(leased)
  }

  async propose(id: string, header: MatchHeader): Promise<MatchHeader | null> {
    this.#tickets.begin()
    const retained = this.#pairings.get(id)
    return retained ? structuredClone((retained.header ??= structuredClone(header))) : null
  }

  async complete(id: string, match: string, realTime: boolean, twin?: string): Promise<void> {
    this.#tickets.begin()
    const pairing = this.#pairings.get(id)?.pairing
    if (!pairing) return
    this.#delete(pairing)
    if (twin !== undefined) for (const one of [match, twin]) this.#ladder.take(one)
    const found = { match, ...(twin !== undefined && { twin }), pool: pairing.pool }
    for (const { player } of pairing.tickets) {
      this.#matches.setFound(player.id, found)
      if (realTime) this.#matches.began(player.id, match)
    }
    this.#steps.publish({ type: 'matched', pairing, match, ...(twin !== undefined && { twin }) })
  }

  #delete(pairing: Pairing): void {
    this.#pairings.delete(pairing.id)
    for (const place of placesOf(pairing)) this.#ladder.leave(place)
    for (const { player } of pairing.tickets) this.#byPlayer.delete(player.id)
  }
}

/** The names of the places of the ladder that a pairing has until it is complete. */
const placesOf = ({ id }: Pairing): [string, string] => [`${id} 1`, `${id} 2`]
