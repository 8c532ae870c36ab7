import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Commit, CommitResult, LiveListener, LiveStore } from '../../src/live/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { commitKey } from '../../src/record/index.ts'
import type { Entry, MatchHeader, MatchRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { seededRandom } from './random.ts'

interface Kept {
  record: MatchRecord
  waiting: boolean
  commits: Map<string, { version: number; at: number }>
  /** By seat and connection, until when. */
  connections: Map<string, { seat: Seat; until: number }>
  seatsTold: string
}

/**
 * Matches kept in memory, for the stores of any number of nodes. Every call and every publication
 * takes a random time, and everything is copied, so that races show. The same seed gives the same delays.
 */
export class MemoryBackend {
  readonly matches = new Map<string, Kept>()
  readonly outbox = new Map<string, { leasedUntil: number }>()
  readonly nodes: MemoryStore[] = []
  readonly #random: () => number
  readonly #twice: number

  /** `twice`: how likely a publication is told twice, which the port does not promise, but which does no harm either. */
  constructor(seed = 1, twice = 0.1) {
    this.#random = seededRandom(seed)
    this.#twice = twice
  }

  /** How often the next publication is told. */
  get times(): number {
    return this.#random() < this.#twice ? 2 : 1
  }

  /** Nought to five turns of the event loop. */
  async delay(): Promise<void> {
    for (let turns = Math.floor(this.#random() * 6); turns > 0; turns -= 1) await nextTurn()
  }

  /** A match as it is kept. */
  record(match: string): MatchRecord {
    return structuredClone(this.matches.get(match)!.record)
  }

  present(match: string): Seat[] {
    const connections = [...(this.matches.get(match)?.connections.values() ?? [])].filter(({ until }) => until > Date.now())
    return ([0, 1] as const).filter((seat) => connections.some((connection) => connection.seat === seat))
  }

  changePresence(match: string, change: (kept: Kept) => void): void {
    const kept = this.matches.get(match)
    if (!kept) return
    change(kept)
    const seats = this.present(match)
    if (seats.join() === kept.seatsTold) return
    kept.seatsTold = seats.join()
    for (const node of this.nodes) node.publish(match, (listener) => listener.presence(match, [...seats]))
  }

  commit({ match, version, body, actionId, ends }: Commit): CommitResult {
    const kept = this.matches.get(match)
    if (!kept) return { status: 'unknown' }
    const { entries } = kept.record
    const key = actionId === undefined ? null : commitKey(body.seat, actionId)
    const before = key === null ? undefined : kept.commits.get(key)
    if (before) return { status: 'duplicate', ...before }
    if (version !== entries.length) return { status: 'stale', version: entries.length }
    const entry: Entry = { version: version + 1, at: Date.now(), ...(actionId !== undefined && { actionId }), body: structuredClone(body) }
    entries.push(entry)
    if (key !== null) kept.commits.set(key, { version: entry.version, at: entry.at })
    if (body.type === 'join' || ends) kept.waiting = false
    if (ends) this.outbox.set(match, { leasedUntil: 0 })
    for (const node of this.nodes) node.publish(match, (listener) => listener.entry(match, structuredClone(entry)))
    return { status: 'committed', version: entry.version, at: entry.at }
  }
}

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
  #listener: LiveListener | null = null
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

  /** What was missed stays missed, but the listener is told so. */
  mend(): void {
    this.heal()
    this.#listener?.interrupted()
  }

  /** Tells the listener, later but in order; now and then twice. */
  publish(match: string, tell: (listener: LiveListener) => void): void {
    if (!this.#followed.has(match)) return
    const before = this.#queues.get(match) ?? Promise.resolve()
    const told = before.then(async () => {
      for (let times = this.#backend.times; times > 0; times -= 1) {
        await this.#backend.delay()
        if (!this.#cut && this.#listener) tell(this.#listener)
      }
    })
    this.#queues.set(match, told)
  }

  /** A call: it takes time to get there and back. */
  async #call<T>(work: () => T): Promise<T> {
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    const result = structuredClone(work())
    await this.#backend.delay()
    if (this.down) throw new CodedError('unavailable')
    return result
  }

  create(header: MatchHeader): Promise<{ createdAt: number } | false> {
    return this.#call(() => {
      const { matches } = this.#backend
      if (matches.has(header.id)) throw new Error(`the id ${header.id} is taken`)
      for (const { record, waiting } of matches.values()) if (waiting && record.header.code === header.code) return false
      const createdAt = Date.now()
      const record = { header: structuredClone(header), createdAt, entries: [] }
      matches.set(header.id, { record, waiting: true, commits: new Map(), connections: new Map(), seatsTold: '' })
      return { createdAt }
    })
  }

  load(match: string): Promise<MatchRecord | null> {
    this.reads += 1
    return this.#call(() => this.#backend.matches.get(match)?.record ?? null)
  }

  entriesAfter(match: string, version: number): Promise<Entry[] | null> {
    this.reads += 1
    return this.#call(() => this.#backend.matches.get(match)?.record.entries.slice(version) ?? null)
  }

  findByCode(code: string): Promise<string | null> {
    return this.#call(() => {
      for (const [match, { record, waiting }] of this.#backend.matches) if (waiting && record.header.code === code) return match
      return null
    })
  }

  async commit(commit: Commit): Promise<CommitResult> {
    const result = await this.#call(() => this.#backend.commit(commit))
    if (this.answersLost) throw new CodedError('unavailable')
    return result
  }

  listen(listener: LiveListener): void {
    this.#listener = listener
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
    return this.#call(() => {
      this.#backend.changePresence(match, ({ connections }) => {
        connections.set(`${seat}:${connection}`, { seat, until: Date.now() + ttlMs })
      })
      // Nobody says when it is over: the store finds out.
      setTimeout(() => this.#backend.changePresence(match, () => undefined), ttlMs + 1).unref()
    })
  }

  disconnect(match: string, seat: Seat, connection: string): Promise<void> {
    return this.#call(() => {
      this.#backend.changePresence(match, ({ connections }) => {
        connections.delete(`${seat}:${connection}`)
      })
    })
  }

  present(match: string): Promise<Seat[]> {
    return this.#call(() => this.#backend.present(match))
  }

  claimEnded(limit: number, leaseMs: number): Promise<string[]> {
    return this.#call(() => {
      const free = [...this.#backend.outbox].filter(([, { leasedUntil }]) => leasedUntil <= Date.now()).slice(0, limit)
      for (const [, lease] of free) lease.leasedUntil = Date.now() + leaseMs
      return free.map(([match]) => match)
    })
  }

  settle(match: string): Promise<void> {
    return this.#call(() => {
      this.#backend.outbox.delete(match)
    })
  }

  ping(): Promise<void> {
    return this.#call(() => undefined)
  }

  async close(): Promise<void> {
    this.#listener = null
    await this.told()
  }
}
