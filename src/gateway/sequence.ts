/** Does the work for each key one after the other, in the order in which it was asked for. */
export class Sequence {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Resolves and rejects as the work does. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve()
    const result = before.then(work)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (this.#last.get(key) === settled) this.#last.delete(key)
      })
    this.#last.set(key, settled)
    return result
  }
}
