import type { Entry } from '../../record/index.ts'
import { frozen } from './frozen.ts'

/**
 * The entries of a match at one version. It is a value: `with` returns a new one. Lists of one line of versions share an
 * array that only grows, so one more entry costs the same, however long the log is. A list that nobody has added to since
 * it was stored is text, which takes a third of the memory.
 */
export class EntryList {
  /** May have more entries than this list. Text: as `packed`. */
  #shared: Entry[] | string
  readonly length: number

  private constructor(shared: Entry[] | string, length: number) {
    this.#shared = shared
    this.length = length
  }

  static of(entries: readonly Entry[]): EntryList {
    return new EntryList([...entries], entries.length)
  }

  static unpack(lines: string): EntryList {
    let length = 0
    for (let at = lines.indexOf('\n'); at !== -1; at = lines.indexOf('\n', at + 1)) length += 1
    return new EntryList(lines, length)
  }

  /** Each entry without its version, as JSON and a line break: what a checkpoint stores. */
  get packed(): string {
    if (typeof this.#shared !== 'string') {
      const lines = this.after(0).map((entry) => `${JSON.stringify({ ...entry, version: undefined })}\n`)
      this.#shared = lines.join('')
    }
    return this.#shared
  }

  with(entry: Entry): EntryList {
    const { length } = this
    // After an undo, the array has an entry that does not follow this list.
    const shared = this.#array?.length === length ? this.#array : this.after(0)
    shared.push(entry)
    return new EntryList(shared, length + 1)
  }

  get #array(): Entry[] | null {
    return typeof this.#shared === 'string' ? null : this.#shared
  }

  get last(): Entry | undefined {
    return this.#array ? this.#array[this.length - 1] : this.after(this.length - 1)[0]
  }

  /** The entries after a version, in an array of the caller's own. */
  after(version: number): Entry[] {
    return this.#array?.slice(version, this.length) ?? [...this.#parsed(version)]
  }

  /** From the first on, as far as the caller reads. */
  *[Symbol.iterator](): Iterator<Entry> {
    yield* this.#array?.slice(0, this.length) ?? this.#parsed(0)
  }

  *#parsed(version: number): Iterable<Entry> {
    const lines = this.#shared as string
    let from = 0
    for (let number = 1; number <= this.length; number += 1) {
      const end = lines.indexOf('\n', from)
      if (number > version) yield frozen({ version: number, ...(JSON.parse(lines.slice(from, end)) as Content) })
      from = end + 1
    }
  }
}

type Content = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'version'> : never) : never
