/** What is kept for a time that is the same for all of it. */
export class Expiring<Value> {
  readonly #keepMs: number
  readonly #clock: () => number
  /** In the order in which they expire. */
  readonly #values = new Map<string, { value: Value; until: number }>()

  constructor(keepMs: number, clock: () => number) {
    this.#keepMs = keepMs
    this.#clock = clock
  }

  get size(): number {
    return this.#values.size
  }

  get(key: string): Value | undefined {
    this.#sweep()
    return this.#values.get(key)?.value
  }

  set(key: string, value: Value): void {
    this.#sweep()
    this.#values.delete(key)
    this.#values.set(key, { value, until: this.#clock() + this.#keepMs })
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  #sweep(): void {
    const now = this.#clock()
    for (const [key, { until }] of this.#values) {
      if (until > now) return
      this.#values.delete(key)
    }
  }
}
