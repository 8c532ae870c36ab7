import { createHmac } from 'node:crypto'
import type { PublicRecord } from '../protocol/index.ts'
import { entryText, headerText, logKeyOf } from '../protocol/index.ts'

type Header = PublicRecord['header'] & { code?: string }
type Entry = PublicRecord['entries'][number]

/**
 * The hash of a text: HMAC-SHA-256 with the key of the log, in 43 characters of base64url. It shows nothing to anyone
 * who does not know the key, who could otherwise hash every entry that there can be until one fits. Everybody can check
 * it once the match has ended.
 */
const hashOf = (key: string, text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('base64url')

/** The hash of a header and the time of the creation (ms). */
export const headerHash = (header: Header, createdAt: number): string =>
  hashOf(logKeyOf(header), headerText(header, createdAt))

/** The hash of an entry that comes after what has the hash `previousHash`: so it covers all that came before. */
export const entryHash = (key: string, entry: Entry, previousHash: string): string =>
  hashOf(key, entryText(entry, previousHash))

/**
 * The hash of the last entry of a log, computed when it is first needed. It is a value: `after` returns a new one. An
 * entry that has the hash of the one before it needs no other: a log that was read is not hashed from its beginning.
 */
export class LogHash {
  readonly #key: string
  readonly #compute: (previousHash: string) => string
  #before: LogHash | null
  #value: string | null = null

  private constructor(key: string, before: LogHash | null, compute: (previousHash: string) => string) {
    this.#key = key
    this.#before = before
    this.#compute = compute
  }

  /** That of a log without entries. */
  static ofHeader(header: Header, createdAt: number): LogHash {
    return new LogHash(logKeyOf(header), null, () => headerHash(header, createdAt))
  }

  /** That of the log with one more entry. */
  after(entry: Entry): LogHash {
    const { previousHash: known } = entry
    if (known !== undefined) return new LogHash(this.#key, null, () => entryHash(this.#key, entry, known))
    return new LogHash(this.#key, this, (previousHash) => entryHash(this.#key, entry, previousHash))
  }

  /** 43 characters of base64url. */
  get value(): string {
    if (this.#value === null) {
      const missing: LogHash[] = []
      for (let link = this.#before; link && link.#value === null; link = link.#before) missing.push(link)
      for (const oldest of missing.reverse()) oldest.#hash()
      this.#hash()
    }
    return this.#value!
  }

  /** Computes the value from the one before, which is then no longer of use. */
  #hash(): void {
    this.#value = this.#compute(this.#before?.value ?? '')
    this.#before = null
  }
}
