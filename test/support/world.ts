import { expect } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { Fold } from '../../src/record/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import { openMatches } from './match.ts'
import { MemoryBackend, MemoryStore } from './memory-store.ts'

/** Longer than any test. */
const NEVER = 86_400_000

/** Two nodes on one store. The test sets the time, and decides when a node polls for deadlines. */
export class World {
  /** The store's time. */
  now = Date.UTC(2026, 0, 1)
  readonly backend: MemoryBackend
  readonly #nodes: [Matches, Matches]

  constructor(seed = 1) {
    this.backend = new MemoryBackend(seed, 0.1, () => this.now)
    // The time makes leaps during which there is no heartbeat: they are no outages.
    this.backend.outageMs = Infinity
    this.#nodes = [this.#node(), this.#node()]
  }

  #node(deadlinePollMs = NEVER): Matches {
    return openMatches({ store: new MemoryStore(this.backend), deadlinePollMs, renewalMs: NEVER })
  }

  node(index: number): Matches {
    return this.#nodes[(index % 2) as 0 | 1]
  }

  /** A node, once it knows all that was committed. */
  async informed(index: number, match: string): Promise<Matches> {
    const node = this.node(index)
    const { header, entries } = this.backend.record(match)
    const { code } = header
    const version = async () => (await node.views.view(null, match, { code })).version
    await expect.poll(version, { interval: 1 }).toBe(entries.length)
    return node
  }

  /** A node dies, and another takes its place. */
  async restart(index: number): Promise<void> {
    await this.node(index).close()
    this.#nodes[(index % 2) as 0 | 1] = this.#node()
  }

  /** There is no heartbeat for so long, and then one. */
  async outage(ms: number): Promise<void> {
    this.backend.outageMs = 1
    await this.#beat()
    this.now += ms
    await this.#beat()
    this.backend.outageMs = Infinity
  }

  async #beat(): Promise<void> {
    await new MemoryStore(this.backend).heartbeat(0)
  }

  /** A node ends matches whose time has run out, until this one is over. */
  async flagged(match: string): Promise<Fold> {
    const node = this.#node(1)
    await expect.poll(() => this.fold(match).outcome, { interval: 1 }).not.toBeNull()
    await node.close()
    return this.fold(match)
  }

  /** The match as the store has it. */
  fold(match: string): Fold {
    return foldRecord(this.backend.record(match))
  }

  async close(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.close()))
  }
}
