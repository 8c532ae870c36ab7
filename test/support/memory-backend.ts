import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MatchNews } from '../../src/live/index.ts'
import { DEFAULT_RETENTION, OUTAGE_MS } from '../../src/live/index.ts'
import type { Transaction } from '../../src/live/machine/index.ts'
import { commands, EntryList, Machine } from '../../src/live/machine/index.ts'
import type { Entry, MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { seededRandom } from './random.ts'

/** The store of a node, to which the backend publishes. */
interface MemoryNode {
  publish(news: MatchNews): void
}

/**
 * A machine without a journal, for the stores of any number of nodes. Every call and every publication takes a random
 * time, and everything is copied, so that races show. The same seed gives the same delays.
 */
export class MemoryBackend {
  readonly nodes: MemoryNode[] = []
  /** The store's time, in ms since 1970. */
  readonly clock: () => number
  readonly #machine = new Machine({ retention: DEFAULT_RETENTION, outageMs: OUTAGE_MS })
  readonly #random: () => number
  readonly #twice: number

  /** `twice`: how likely a publication comes twice, which the port allows. */
  constructor(seed = 1, twice = 0.1, clock: () => number = Date.now) {
    this.#random = seededRandom(seed)
    this.#twice = twice
    this.clock = clock
    this.#machine.begin(clock())
  }

  /** The server was down after so long (ms) without a report. Infinity: for tests that move time without any report. */
  set outageMs(ms: number) {
    this.#machine.options.outageMs = ms
  }

  /** How often the next publication comes. */
  get times(): number {
    return this.#random() < this.#twice ? 2 : 1
  }

  /** Waits for none to five ticks of the event loop. */
  async delay(): Promise<void> {
    for (let turns = Math.floor(this.#random() * 6); turns > 0; turns -= 1) await nextTurn()
  }

  /** Runs a command at once, and publishes its news. */
  run<Result>(command: (tx: Transaction) => Result): Result {
    const { result, news } = this.#machine.run(this.clock(), command)
    for (const one of news) for (const node of this.nodes) node.publish(structuredClone(one))
    return structuredClone(result)
  }

  /** A copy of all matches, by id. */
  get matches(): ReadonlyMap<string, { record: MatchRecord; deadline: number | null }> {
    return this.run(
      ({ state }) =>
        new Map(
          [...state.matches.all()].map(({ header, createdAt, entries, deadline }) => [
            header.id,
            { record: { header, createdAt, entries: entries.after(0) }, deadline },
          ]),
        ),
    )
  }

  /** The matches in the outbox. */
  get outbox(): ReadonlySet<string> {
    return this.run(({ state }) => new Set(state.matches.outbox.due(() => true)))
  }

  record(match: string): MatchRecord {
    return this.run((tx) => commands.load(tx, match)!)
  }

  /** The seats with a connection. */
  present(match: string): Seat[] {
    return this.run((tx) => commands.attendance(tx, match)).seats
  }

  /** Replaces the log of a match, as a failover that loses entries does. */
  rewriteLog(match: string, change: (entries: Entry[]) => Entry[]): void {
    this.run(({ state: { matches } }) => {
      const before = matches.get(match)!
      matches.put(match, { ...before, entries: EntryList.of(change(structuredClone(before.entries.after(0)))) })
    })
  }

  /** Lets a match expire. */
  expire(match: string): void {
    this.run((tx) => tx.change({ is: 'expired', id: match }))
  }
}
