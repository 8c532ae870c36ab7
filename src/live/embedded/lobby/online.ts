import type { PlayerRef } from '../../../protocol/index.ts'
import type { OnlinePlayers } from '../../lobby-port.ts'

/** The players who are online. */
export class Online {
  /** By player. */
  readonly #players = new Map<string, { player: PlayerRef; until: number }>()

  renew(players: readonly PlayerRef[], now: number, ttlMs: number): void {
    this.#removeExpired(now)
    for (const { id, name } of players) {
      const until = Math.max(now + ttlMs, this.#players.get(id)?.until ?? 0)
      this.#players.set(id, { player: { id, name }, until })
    }
  }

  get(id: string, now: number): PlayerRef | null {
    this.#removeExpired(now)
    return this.#players.get(id)?.player ?? null
  }

  page(limit: number, after: string, now: number): OnlinePlayers {
    this.#removeExpired(now)
    const all = [...this.#players.values()].map(({ player }) => player).sort((a, b) => (a.id < b.id ? -1 : 1))
    return { count: all.length, players: all.filter(({ id }) => id > after).slice(0, limit) }
  }

  #removeExpired(now: number): void {
    for (const [id, { until }] of this.#players) if (until <= now) this.#players.delete(id)
  }
}
