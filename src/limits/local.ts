import { RateLimiterMemory } from 'rate-limiter-flexible'

/** How many keys are counted. */
const MOST_KEYS = 20_000

/** Counts on this node alone, for a bounded number of keys: those that were counted longest ago are forgotten first. */
export class LocalLimiter extends RateLimiterMemory {
  /** In the order in which they were counted last. */
  readonly #keys = new Set<string | number>()

  override consume(...wanted: Parameters<RateLimiterMemory['consume']>): ReturnType<RateLimiterMemory['consume']> {
    const [key] = wanted
    this.#keys.delete(key)
    this.#keys.add(key)
    if (this.#keys.size > MOST_KEYS) this.#forgetOldest()
    return super.consume(...wanted)
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#keys.values().next()
    if (oldest === undefined) return
    this.#keys.delete(oldest)
    void this.delete(oldest)
  }
}
