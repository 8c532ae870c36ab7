import type { MatchNews } from '../news.ts'
import type { Retention } from '../port.ts'
import { apply } from './change.ts'
import type { Change } from './change.ts'
import type { Match } from './match.ts'
import type { Place } from './place.ts'
import type { State, Undo } from './state.ts'

export interface MachineOptions {
  retention: Retention
  /** When nobody reported for longer than this (ms) that matches can be played, the server was down. */
  outageMs: number
}

/** A change without its time, which is that of the step. */
type Fact = Change extends infer Each ? (Each extends Change ? Omit<Each, 'at'> : never) : never

/** One atomic step of the machine: what it changes, and what is to be published of it. */
export class Step {
  readonly state: State
  readonly options: MachineOptions
  readonly now: number
  /** JSON of each change, in order. */
  readonly changes: string[] = []
  readonly news: MatchNews[] = []
  readonly #undo: Undo[] = []

  constructor(state: State, options: MachineOptions, now: number) {
    this.state = state
    this.options = options
    this.now = state.time = Math.max(state.time, now)
  }

  /** The match, if it has not expired. */
  find(id: string): Match | null {
    const match = this.state.matches.get(id)
    return match && !this.hasExpired(match) ? match : null
  }

  hasExpired({ expiresAt }: Match): boolean {
    return expiresAt !== null && expiresAt <= this.now
  }

  /** Changes what outlives the process. The state gets what a journal will say: the JSON, read again. */
  change(fact: Fact): void {
    const text = JSON.stringify({ at: this.now, ...fact })
    this.#undo.push(apply(this.state, frozen(JSON.parse(text) as Change)))
    this.changes.push(text)
  }

  /** Changes who is connected to a match, which is known only as long as the process lives. */
  place(match: string, place: Place | undefined): void {
    this.#undo.push(this.state.places.put(match, place))
  }

  /** Matches can be played now. Only a change makes that outlive the process. */
  alive(): void {
    this.#undo.push(this.state.setAlive(this.now))
  }

  tell(news: MatchNews): void {
    this.news.push(news)
  }

  /** Takes back all that the step did. What later steps did must have been taken back before. */
  undo(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo()
  }
}

/** The state is shared with all who read it: nobody can change it by mistake. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) frozen(part)
    Object.freeze(value)
  }
  return value
}
