import type { LadderStore } from '../../lobby/index.ts'
import { LOBBY_RETENTION } from '../../lobby/index.ts'
import { ExpiringMap } from './expiring.ts'
import type { Steps } from './steps.ts'

export class EmbeddedLadder implements LadderStore {
  readonly #steps: Steps
  /** By match, and by place of a pairing, when it was added or checked last. */
  readonly #places: ExpiringMap<number>

  constructor(steps: Steps) {
    this.#steps = steps
    this.#places = new ExpiringMap(LOBBY_RETENTION.ladderMs, steps.clock)
  }

  /** How many places are taken, as part of an operation. */
  get taken(): number {
    return this.#places.size
  }

  /** Takes a place, as part of an operation. */
  take(name: string): void {
    this.#places.set(name, this.#steps.clock())
  }

  /** Gives a place back, as part of an operation. */
  leave(name: string): void {
    this.#places.delete(name)
  }

  async add(match: string): Promise<void> {
    this.#steps.begin()
    this.take(match)
  }

  async remove(match: string): Promise<void> {
    this.#steps.begin()
    this.leave(match)
  }

  async claim(limit: number, everyMs: number): Promise<string[]> {
    const now = this.#steps.begin()
    const due = [...this.#places.entries()].flatMap(([name, at]) => (at + everyMs <= now ? [name] : [])).slice(0, limit)
    for (const name of due) this.take(name)
    return due
  }
}
