import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Line, NewLine } from './lines.ts'

/** What a player asked and what was answered, a JSON object a line. A line is written before anything else happens. */
export class Journal {
  readonly #file: number
  readonly #listener: (line: Line) => void
  #asks = 0

  /** `listener` is called with each line once it is written. */
  constructor(path: string, listener: (line: Line) => void) {
    this.#file = openSync(path, 'ax')
    this.#listener = listener
  }

  /** The number of the next request. */
  nextAsk(): number {
    return (this.#asks += 1)
  }

  write(line: NewLine): void {
    const dated: Line = { at: Date.now(), ...line }
    writeSync(this.#file, `${JSON.stringify(dated)}\n`)
    this.#listener(dated)
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** Reads a journal back. */
export const readJournal = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text) as Line)
