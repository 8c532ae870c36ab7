import type { Found } from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import { ExpiringMap } from './expiring.ts'

/** The matches of each player: the one that the queue found last, and the real-time matches that have not ended. */
export class PlayerMatches {
  readonly #found: ExpiringMap<Found>
  /** By player, newest first. */
  readonly #playing: ExpiringMap<string[]>

  constructor(clock: () => number) {
    this.#found = new ExpiringMap(LOBBY_RETENTION.foundMs, clock)
    this.#playing = new ExpiringMap(LOBBY_RETENTION.playingMs, clock)
  }

  found(player: string): Found | null {
    return this.#found.get(player) ?? null
  }

  playing(player: string): string[] {
    return this.#playing.get(player) ?? []
  }

  setFound(player: string, found: Found): void {
    this.#found.set(player, found)
  }

  deleteFound(player: string): void {
    this.#found.delete(player)
  }

  began(player: string, match: string): void {
    this.#playing.set(player, [match, ...this.playing(player).filter((other) => other !== match)])
  }

  ended(player: string, match: string): void {
    const others = this.playing(player).filter((other) => other !== match)
    if (others.length > 0) this.#playing.set(player, others)
    else this.#playing.delete(player)
    if (this.found(player)?.match === match) this.deleteFound(player)
  }
}
