import { expect } from 'vitest'
import type { Node } from '../contract/harness.ts'

const LONG = 3_600_000

/** A store under comparison: what it has said of times, and which ended matches it has given out, which is its own choice. */
export class Side {
  readonly store: Node['store']
  readonly heard: Node['heard']
  readonly createdAt = new Map<string, number>()
  readonly times = new Map<string, number[]>()
  /** `later`: to be offered again some seconds after somebody said something. */
  readonly #outbox = new Map<string, 'free' | 'leased' | 'later'>()
  /** Something was said since they were claimed. */
  readonly #again = new Set<string>()

  constructor({ store, heard }: Node) {
    this.store = store
    this.heard = heard
  }

  ended(match: string): void {
    this.#outbox.set(match, 'free')
  }

  saidAfterTheEnd(match: string): void {
    this.#again.add(match)
    if (!this.#outbox.has(match)) this.#outbox.set(match, 'later')
  }

  /** Claims some; those of others, left by earlier runs, are done with. */
  async claim(limit: number): Promise<void> {
    const free = [...this.#outbox.values()].filter((state) => state === 'free')
    const claimed = await this.store.claimEnded(limit, LONG)
    expect(claimed.length).toBeGreaterThanOrEqual(Math.min(limit, free.length))
    expect(claimed.length).toBeLessThanOrEqual(limit)
    expect(new Set(claimed).size).toBe(claimed.length)
    for (const match of claimed) {
      expect(this.#outbox.get(match)).not.toBe('leased')
      this.#again.delete(match)
      if (this.#outbox.has(match)) this.#outbox.set(match, 'leased')
      else if (this.times.has(match)) expect.fail(`${match} is not in the outbox`)
      else await this.store.markArchived(match)
    }
  }

  async settle(match: string): Promise<void> {
    await this.store.markArchived(match)
    if (!this.#outbox.has(match)) return
    if (this.#again.has(match)) this.#outbox.set(match, 'later')
    else this.#outbox.delete(match)
  }
}
