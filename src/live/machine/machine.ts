import type { MatchNews } from '../news.ts'
import { apply } from './change.ts'
import type { Change } from './change.ts'
import { State } from './state.ts'
import { frozen, Step } from './step.ts'
import type { MachineOptions } from './step.ts'

/** What a command came to. */
export interface Outcome<Result> {
  result: Result
  /** What outlives the process: JSON of each change, in order. */
  changes: readonly string[]
  /** To be published once the changes are durable. */
  news: readonly MatchNews[]
  /** Takes all of it back. What was done later must have been taken back before. */
  undo: () => void
}

/**
 * The live matches of a store as a state machine: the one judgement of commits, deadlines, expiry, outbox, chat and rematch
 * where a store is not Redis. It reads no clock, file or socket: its time is what the commands bring, and never goes back.
 */
export class Machine {
  readonly options: MachineOptions
  readonly #state = new State()

  constructor(options: MachineOptions) {
    this.options = options
  }

  /** The latest time (ms since 1970) that the machine was told. */
  get time(): number {
    return this.#state.time
  }

  /** Connections are known from now on. */
  begin(now: number): void {
    this.#state.connectionsSince = Math.max(this.#state.time, now)
  }

  /** Does one command, in whole or not at all. Commands are the functions of this folder that take a step first. */
  run<Result>(now: number, command: (step: Step) => Result): Outcome<Result> {
    const step = new Step(this.#state, this.options, now)
    try {
      const result = command(step)
      return { result, changes: step.changes, news: step.news, undo: () => step.undo() }
    } catch (error) {
      step.undo()
      throw error
    }
  }

  /** Makes a change that the machine made before. */
  restore(change: Change): void {
    apply(this.#state, frozen(change))
  }

  /** The changes that give the state as it is at this moment: the matches, and when they could last be played. */
  snapshot(): Iterable<Change> {
    const { matches, alive, time } = this.#state
    const all = [...matches.all()]
    return (function* () {
      for (const match of all) yield { at: time, is: 'match' as const, match }
      if (alive !== null) yield { at: alive, is: 'alive' as const }
    })()
  }
}
