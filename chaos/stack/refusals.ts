const ERROR = /"error":\{"code":"([a-z-]+)"/g
/** At least as long as what the expression finds. */
const LONGEST = 80

/** Counts the errors that servers answer, by code, in the bytes that they send. */
export class Refusals {
  readonly counts = new Map<string, number>()
  /** The end of what a connection has sent: an error may be cut in two. */
  readonly #ends = new WeakMap<object, string>()

  /** Reads what came next over a connection. */
  read(bytes: Buffer, connection: object): void {
    const text = (this.#ends.get(connection) ?? '') + bytes.toString('latin1')
    let from = Math.max(0, text.length - LONGEST)
    for (const { 1: code, index, 0: found } of text.matchAll(ERROR)) {
      this.counts.set(code!, (this.counts.get(code!) ?? 0) + 1)
      from = Math.max(from, index + found.length)
    }
    this.#ends.set(connection, text.slice(from))
  }
}
