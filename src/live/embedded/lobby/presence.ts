import type { PlayerRef } from '../../../protocol/index.ts'
import type { OnlinePlayers, PresenceStore } from '../../lobby/index.ts'
import type { Steps } from './steps.ts'

export class EmbeddedPresence implements PresenceStore {
  readonly #steps: Steps
  /** By player. */
  readonly #players = new Map<string, { player: PlayerRef; until: number }>()

  constructor(steps: Steps) {
    this.#steps = steps
  }

  async renew(players: readonly PlayerRef[], ttlMs: number): Promise<void> {
    const now = this.#begin()
    for (const player of players) {
      const { id } = player
      const until = Math.max(now + ttlMs, this.#players.get(id)?.until ?? 0)
      this.#players.set(id, { player, until })
    }
  }

  async find(id: string): Promise<PlayerRef | null> {
    this.#begin()
    return this.#players.get(id)?.player ?? null
  }

  async among(ids: readonly string[]): Promise<Set<string>> {
    this.#begin()
    return new Set(ids.filter((id) => this.#players.has(id)))
  }

  async page(limit: number, after = ''): Promise<OnlinePlayers> {
    this.#begin()
    const all = [...this.#players.values()].map(({ player }) => player).sort((a, b) => (a.id < b.id ? -1 : 1))
    return { count: all.length, players: all.filter(({ id }) => id > after).slice(0, limit) }
  }

  /** The time of an operation that begins, after the removal of the players who are gone. */
  #begin(): number {
    const now = this.#steps.begin()
    for (const [id, { until }] of this.#players) if (until <= now) this.#players.delete(id)
    return now
  }
}
