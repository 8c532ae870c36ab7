import type { Commit, CommitResult, LiveStore, LiveSubscriber, MatchNews } from '../../src/live/index.ts'
import type { Transaction } from '../../src/live/machine/index.ts'
import { commands, MachineStore } from '../../src/live/machine/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { Entry, MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { MemoryBackend } from './memory-backend.ts'

export { MemoryBackend }

/** The store of one node. Faults can be switched on. */
export class MemoryStore extends MachineStore implements LiveStore {
  /** Nothing is answered. */
  down = false
  /** Commits are done, but their answers are lost. */
  answersLost = false
  /** How many times a log was read. */
  reads = 0
  readonly #backend: MemoryBackend
  readonly #followed = new Map<string, number>()
  readonly #queues = new Map<string, Promise<void>>()
  #subscriber: LiveSubscriber | null = null
  #cut = false

  constructor(backend = new MemoryBackend()) {
    super()
    this.#backend = backend
    backend.nodes.push(this)
  }

  /** By match: how many times it is followed. */
  get followed(): ReadonlyMap<string, number> {
    return this.#followed
  }

  /** From now on the subscriber gets no news of what others do. */
  cut(): void {
    this.#cut = true
  }

  /** Resolves when the subscriber has received, or missed, everything that was published so far. */
  async told(): Promise<void> {
    await Promise.all(this.#queues.values())
  }

  /** Publishes again. The subscriber does not receive what it missed. */
  heal(): void {
    this.#cut = false
  }

  /** As `heal`, and notifies the subscriber of the interruption of these matches, by default of every followed one. */
  mend(...matches: string[]): void {
    this.heal()
    for (const match of matches.length > 0 ? matches : this.#followed.keys()) this.#subscriber?.interrupted(match)
  }

  /** Notifies the subscriber, later but in order; now and then twice. */
  publish(news: MatchNews): void {
    const { match } = news
    if (!this.#followed.has(match)) return
    const before = this.#queues.get(match) ?? Promise.resolve()
    const told = before.then(async () => {
      for (let times = this.#backend.times; times > 0; times -= 1) {
        await this.#backend.delay()
        if (!this.#cut) this.#subscriber?.news(structuredClone(news))
      }
    })
    this.#queues.set(match, told)
  }

  /** A call: it takes time to get there and back. */
  async #call<Result>(work: () => Result): Promise<Result> {
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    const result = work()
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    return result
  }

  protected ask<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    return this.#call(() => this.#backend.run(command))
  }

  protected change<Result>(command: (tx: Transaction) => Result): Promise<Result> {
    return this.ask(command)
  }

  override load(match: string): Promise<MatchRecord | null> {
    this.reads += 1
    return super.load(match)
  }

  override entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    this.reads += 1
    return super.entriesAfter(match, version)
  }

  override async commit(commit: Commit): Promise<CommitResult> {
    const result = await super.commit(commit)
    if (this.answersLost) throw new CodedError('unavailable')
    return result
  }

  override connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    return super.connect(match, seat, connection, ttlMs).finally(() => this.#sweepAfter(ttlMs))
  }

  override reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    return super.reportWatchers(match, node, watchers, ttlMs).finally(() => this.#sweepAfter(ttlMs))
  }

  /** Publishes in time that a connection has expired. */
  #sweepAfter(ttlMs: number): void {
    setTimeout(() => this.#backend.run(commands.sweep), ttlMs).unref()
  }

  now(): number {
    return this.#backend.clock()
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#subscriber = subscriber
  }

  follow(match: string): Promise<void> {
    return this.#call(() => {
      this.#followed.set(match, (this.#followed.get(match) ?? 0) + 1)
    })
  }

  unfollow(match: string): Promise<void> {
    return this.#call(() => {
      const left = (this.#followed.get(match) ?? 0) - 1
      if (left > 0) this.#followed.set(match, left)
      else this.#followed.delete(match)
    })
  }

  ping(): Promise<void> {
    return this.#call(() => undefined)
  }

  async close(): Promise<void> {
    this.#subscriber = null
    await this.told()
  }
}
