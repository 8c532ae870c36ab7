import type { Entry } from '../../record/index.ts'

/**
 * The entries of a match at one version. It is a value: `with` returns a new one. Lists of one line of versions share an
 * array that only grows, so one more entry costs the same, however long the log is.
 */
export class EntryList {
  /** May have more entries than this list. */
  readonly #shared: Entry[]
  readonly length: number

  private constructor(shared: Entry[], length: number) {
    this.#shared = shared
    this.length = length
  }

  static of(entries: readonly Entry[]): EntryList {
    return new EntryList([...entries], entries.length)
  }

  with(entry: Entry): EntryList {
    const { length } = this
    // After an undo, the array has an entry that does not follow this list.
    const shared = this.#shared.length === length ? this.#shared : this.after(0)
    shared.push(entry)
    return new EntryList(shared, length + 1)
  }

  get last(): Entry | undefined {
    return this.length === 0 ? undefined : this.#shared[this.length - 1]
  }

  /** The entries after a version, in an array of the caller's own. */
  after(version: number): Entry[] {
    return this.#shared.slice(version, this.length)
  }
}
