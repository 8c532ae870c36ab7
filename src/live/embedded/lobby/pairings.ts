import { newId } from '../../../ids/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { LOBBY_RETENTION } from '../../lobby-port.ts'
import type { Pairing } from '../../lobby-port.ts'
import { ExpiringMap } from './expiring.ts'

interface Retained {
  pairing: Pairing
  /** The header that was proposed first. */
  header: MatchHeader | null
  leasedUntil: number
}

/** The pairings whose matches are not complete, and the last opponent of each player. */
export class Pairings {
  readonly #pairings = new Map<string, Retained>()
  /** By player, the id of the pairing. */
  readonly #byPlayer = new Map<string, string>()
  readonly #opponents: ExpiringMap<string>

  constructor(clock: () => number) {
    this.#opponents = new ExpiringMap(LOBBY_RETENTION.opponentMs, clock)
  }

  get(id: string): Pairing | null {
    return this.#pairings.get(id)?.pairing ?? null
  }

  of(player: string): Pairing | null {
    return this.get(this.#byPlayer.get(player) ?? '')
  }

  lastOpponent(player: string): string | null {
    return this.#opponents.get(player) ?? null
  }

  create(pool: string, tickets: Pairing['tickets'], at: number, leasedUntil: number): Pairing {
    const pairing: Pairing = { id: newId(), pool, at, tickets }
    const [one, other] = tickets.map(({ player }) => player.id) as [string, string | undefined]
    this.#pairings.set(pairing.id, { pairing, header: null, leasedUntil })
    this.#byPlayer.set(one, pairing.id)
    if (other !== undefined) {
      this.#byPlayer.set(other, pairing.id)
      this.#opponents.set(one, other)
      this.#opponents.set(other, one)
    }
    return pairing
  }

  /** The pairings that are due at `now`, up to `limit`: they are leased, or removed because they are too old. */
  claim(limit: number, now: number, leasedUntil: number): { leased: Pairing[]; removed: Pairing[] } {
    const due = [...this.#pairings.values()].filter((retained) => retained.leasedUntil <= now).slice(0, limit)
    const isOld = ({ pairing }: Retained): boolean => pairing.at + LOBBY_RETENTION.pairingMs <= now
    const [old, valid] = [due.filter(isOld), due.filter((retained) => !isOld(retained))]
    for (const { pairing } of old) this.delete(pairing)
    for (const retained of valid) retained.leasedUntil = leasedUntil
    return { leased: valid.map(({ pairing }) => pairing), removed: old.map(({ pairing }) => pairing) }
  }

  propose(id: string, header: MatchHeader): MatchHeader | null {
    const retained = this.#pairings.get(id)
    return retained ? (retained.header ??= structuredClone(header)) : null
  }

  delete({ id, tickets }: Pairing): void {
    this.#pairings.delete(id)
    for (const { player } of tickets) this.#byPlayer.delete(player.id)
  }
}
