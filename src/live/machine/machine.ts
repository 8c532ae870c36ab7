import type { MatchNews } from '../news.ts'
import type { Change } from './change.ts'
import { apply } from './change.ts'
import { frozen } from './frozen.ts'
import { stored } from './match.ts'
import { State } from './state.ts'
import type { MachineOptions } from './transaction.ts'
import { Transaction } from './transaction.ts'

/** The outcome of a command. */
export interface Outcome<Result> {
  result: Result
  /** JSON of each change, in order. */
  changes: readonly string[]
  /** The version of each match that they change. Null: they remove it. */
  versions: ReadonlyMap<string, number | null>
  /** The store publishes it once the changes are durable. */
  news: readonly MatchNews[]
  /** Undoes the command. The commands after it must have been undone before. */
  undo: () => void
}

/**
 * The live matches of a store as a pure state machine: it judges commits, deadlines, expiry, outbox, chat and
 * rematches. It reads no clock, file or socket. Its time comes with the commands and never goes back.
 */
export class Machine {
  readonly options: MachineOptions
  readonly #state = new State()

  constructor(options: MachineOptions) {
    this.options = options
  }

  /** The latest time (ms since 1970) of a command or change. */
  get time(): number {
    return this.#state.time
  }

  /** From now on the machine knows the connections: earlier absence is unknown. */
  begin(now: number): void {
    this.#state.connectionsSince = Math.max(this.#state.time, now)
  }

  /** Runs one command, whole or not at all. The commands are the functions in commands.ts. */
  run<Result>(now: number, command: (tx: Transaction) => Result): Outcome<Result> {
    const tx = new Transaction(this.#state, this.options, now)
    try {
      const result = command(tx)
      return { result, changes: tx.changes, versions: tx.versions, news: tx.news, undo: () => tx.undo() }
    } catch (error) {
      tx.undo()
      throw error
    }
  }

  /** The version of a match. Undefined: there is no such match. */
  versionOf(match: string): number | undefined {
    return this.#state.matches.get(match)?.entries.length
  }

  /** The version of each match. */
  *versions(): Iterable<[match: string, version: number]> {
    for (const { header, entries } of this.#state.matches.all()) yield [header.id, entries.length]
  }

  /** Applies a change that a machine made before. @throws Error if it does not follow the changes before it */
  restore(change: Change): void {
    apply(this.#state, frozen(change))
  }

  /**
   * Changes that give the durable state of this moment: the matches, and when they could last be played. They may be
   * read later, while the machine goes on.
   */
  checkpoint(): Iterable<Change> {
    const { matches, alive, time } = this.#state
    const all = [...matches.all()]
    return (function* () {
      for (const match of all) yield { at: time, is: 'match' as const, match: stored(match) }
      if (alive !== null) yield { at: alive, is: 'alive' as const }
    })()
  }
}
