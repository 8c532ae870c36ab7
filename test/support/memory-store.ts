import type { Attendance, Commit, CommitResult, LiveStore, LiveSubscriber, MatchNews, RematchState } from '../../src/live/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { ChatLine, ChatRoom } from '../../src/protocol/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { MemoryBackend } from './memory-backend.ts'

export { MemoryBackend }

/** The store of one node. Faults can be switched on. */
export class MemoryStore implements LiveStore {
  /** Nothing is answered. */
  down = false
  /** Commits are done, but their answers are lost. */
  answersLost = false
  /** How often the log was read. */
  reads = 0
  readonly #backend: MemoryBackend
  readonly #followed = new Map<string, number>()
  readonly #queues = new Map<string, Promise<void>>()
  #subscriber: LiveSubscriber | null = null
  #cut = false

  constructor(backend = new MemoryBackend()) {
    this.#backend = backend
    backend.nodes.push(this)
  }

  /** How often each match is followed. */
  get followed(): ReadonlyMap<string, number> {
    return this.#followed
  }

  /** From now on nothing is heard of what others do. */
  cut(): void {
    this.#cut = true
  }

  /** Resolves when everything that was published so far is told, or missed. */
  async told(): Promise<void> {
    await Promise.all(this.#queues.values())
  }

  /** What was missed stays missed. */
  heal(): void {
    this.#cut = false
  }

  /** What was missed stays missed, but the subscriber is told so. */
  mend(): void {
    this.heal()
    this.#subscriber?.interrupted()
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
  async #call<T>(work: (backend: MemoryBackend) => T): Promise<T> {
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    const result = structuredClone(work(this.#backend))
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    return result
  }

  create(header: MatchHeader): Promise<{ createdAt: number } | { taken: 'id' | 'code' }> {
    return this.#call((backend) => backend.create(header))
  }

  load(match: string): Promise<MatchRecord | null> {
    this.reads += 1
    return this.#call(({ matches }) => matches.get(match)?.record ?? null)
  }

  entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    this.reads += 1
    return this.#call(({ matches }) => matches.get(match)?.record.entries.slice(version) ?? null)
  }

  findByCode(code: string): Promise<string | null> {
    return this.#call((backend) => backend.waiting(code))
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const result = await this.#call((backend) => backend.commit(commit))
    if (this.answersLost) throw new CodedError('unavailable')
    return result
  }

  heartbeat(limit: number): Promise<string[]> {
    return this.#call((backend) => backend.heartbeat(limit))
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

  connect(match: string, seat: Seat, connection: string, ttlMs: number): Promise<void> {
    return this.#call((backend) => {
      backend.connect(match, seat, connection, ttlMs)
      this.#findOut(match, ttlMs)
    })
  }

  disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    return this.#call((backend) => backend.disconnect(match, seat, connection))
  }

  reportWatchers(match: string, node: string, watchers: number, ttlMs: number): Promise<void> {
    return this.#call((backend) => {
      backend.reportWatchers(match, node, watchers, ttlMs)
      this.#findOut(match, ttlMs)
    })
  }

  /** Nobody says when it is over: the store finds out. */
  #findOut(match: string, ttlMs: number): void {
    setTimeout(() => this.#backend.attendance(match), ttlMs + 1).unref()
  }

  attendance(match: string): Promise<Attendance> {
    return this.#call((backend) => backend.attendance(match))
  }

  say(match: string, room: ChatRoom, line: Omit<ChatLine, 'number' | 'at'>): Promise<ChatLine | null> {
    return this.#call((backend) => backend.say(match, room, line))
  }

  chat(match: string, room: ChatRoom): Promise<ChatLine[]> {
    return this.#call(({ matches }) => matches.get(match)?.chat[room].lines ?? [])
  }

  mute(match: string, seat: Seat, muted: boolean): Promise<void> {
    return this.#call((backend) => backend.mute(match, seat, muted))
  }

  muted(match: string): Promise<Seat[]> {
    return this.#call((backend) => backend.muted(match))
  }

  offerRematch(match: string, seat: Seat, proposed: MatchHeader): Promise<RematchState | null> {
    return this.#call((backend) => backend.offerRematch(match, seat, proposed))
  }

  rematch(match: string): Promise<RematchState> {
    return this.#call((backend) => backend.rematch(match))
  }

  claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    return this.#call((backend) => backend.claimEnded(limit, leaseMs))
  }

  markArchived(match: string): Promise<void> {
    return this.#call((backend) => backend.markArchived(match))
  }

  backlog(): Promise<number> {
    return this.#call(({ outbox }) => outbox.size)
  }

  ping(): Promise<void> {
    return this.#call(() => undefined)
  }

  async close(): Promise<void> {
    this.#subscriber = null
    await this.told()
  }
}
