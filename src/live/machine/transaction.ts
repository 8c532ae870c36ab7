import type { MatchNews } from '../news.ts'
import type { Retention } from '../port.ts'
import type { Change } from './change.ts'
import { apply, subjectOf } from './change.ts'
import { frozen } from './frozen.ts'
import type { Match } from './match.ts'
import type { Presence } from './presence.ts'
import type { State, Undo } from './state.ts'

export interface MachineOptions {
  retention: Retention
  /** The server was down if nobody reported for longer than this (ms) that matches can be played. */
  outageMs: number
}

/** A change without its time: that is the time of the transaction. */
type Fact = Change extends infer Each ? (Each extends Change ? Omit<Each, 'at'> : never) : never

/** One atomic transaction of the machine: its changes and its news. */
export class Transaction {
  readonly state: State
  readonly options: MachineOptions
  readonly now: number
  /** JSON of each change, in order. */
  readonly changes: string[] = []
  /** The version of each match that was changed. Null: it was removed. */
  readonly versions = new Map<string, number | null>()
  readonly news: MatchNews[] = []
  readonly #undo: Undo[] = []

  constructor(state: State, options: MachineOptions, now: number) {
    this.state = state
    this.options = options
    this.now = state.time = Math.max(state.time, now)
  }

  /** The match; null if there is none, or it has expired. */
  find(id: string): Match | null {
    const match = this.state.matches.get(id)
    return match && !this.hasExpired(match) ? match : null
  }

  hasExpired({ expiresAt }: Match): boolean {
    return expiresAt !== null && expiresAt <= this.now
  }

  /** Makes a change that outlives the process. The state gets what a journal would give: the JSON, parsed again. */
  change(fact: Fact): void {
    const text = JSON.stringify({ at: this.now, ...fact })
    const change = frozen(JSON.parse(text) as Change)
    this.#undo.push(apply(this.state, change))
    this.changes.push(text)
    const id = subjectOf(change)
    if (id !== null) this.versions.set(id, this.state.matches.get(id)?.entries.length ?? null)
  }

  /** Replaces the connections to a match, which do not outlive the process. */
  setPresence(match: string, presence: Presence | undefined): void {
    this.#undo.push(this.state.presences.put(match, presence))
  }

  /** Matches can be played now. Unless a change says so too, this does not outlive the process. */
  alive(): void {
    this.#undo.push(this.state.setAlive(this.now))
  }

  publish(news: MatchNews): void {
    this.news.push(news)
  }

  /** Undoes the transaction. The transactions after it must have been undone before. */
  undo(): void {
    for (const undo of this.#undo.splice(0).reverse()) undo()
  }
}
