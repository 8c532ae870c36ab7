/** A map whose values expire: each is retained for the same time (ms) after it was set. */
export class ExpiringMap<Value> {
  readonly #ttlMs: number
  readonly #clock: () => number
  /** In the order in which the values expire. */
  readonly #values = new Map<string, { value: Value; until: number }>()

  constructor(ttlMs: number, clock: () => number) {
    this.#ttlMs = ttlMs
    this.#clock = clock
  }

  get(key: string): Value | undefined {
    this.#removeExpired()
    return this.#values.get(key)?.value
  }

  get size(): number {
    this.#removeExpired()
    return this.#values.size
  }

  /** In the order in which they expire. */
  entries(): [string, Value][] {
    this.#removeExpired()
    return [...this.#values].map(([key, { value }]) => [key, value])
  }

  set(key: string, value: Value): void {
    this.#removeExpired()
    this.#values.delete(key)
    this.#values.set(key, { value, until: this.#clock() + this.#ttlMs })
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  #removeExpired(): void {
    const now = this.#clock()
    for (const [key, { until }] of this.#values) {
      if (until > now) return
      this.#values.delete(key)
    }
  }
}
