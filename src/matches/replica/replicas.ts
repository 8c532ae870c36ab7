import { LRUCache } from 'lru-cache'
import type { MatchNews } from '../../live/index.ts'
import type { Fold } from '../../record/index.ts'
import { READABLE } from '../news/kinds.ts'
import type { ReplicaParts } from './replica.ts'
import { Replica } from './replica.ts'

interface Retained {
  replica: Replica
  opened: Promise<void>
  /** How many users retain it. */
  users: number
}

/**
 * The replicas of this node. A replica that is in use stays. One that is not may be dropped, the least recently used
 * first, and is read again when it is needed.
 */
export class Replicas {
  readonly #parts: ReplicaParts
  readonly #used = new Map<string, Retained>()
  readonly #idle: LRUCache<string, Replica>

  constructor(parts: ReplicaParts, { maxIdle, idleMs }: { maxIdle: number; idleMs: number }) {
    this.#parts = parts
    this.#idle = new LRUCache({
      max: maxIdle,
      ttl: idleMs,
      // 'delete' means that this class takes it out of the cache.
      dispose: (replica, _match, reason) => {
        if (reason !== 'delete') replica.close()
      },
    })
  }

  /**
   * Does some work with the replica of a match, which stays until the work is done.
   * @throws CodedError `unknown-match`, `unavailable`.
   */
  async use<T>(match: string, work: (replica: Replica) => T | Promise<T>): Promise<T> {
    const replica = await this.#open(match)
    try {
      await replica.caughtUp()
      return await work(replica)
    } finally {
      this.#release(match)
    }
  }

  /** As `use`, but only with a replica that this node has already; null if it has none that is of use. */
  async useKnown<T>(match: string, work: (replica: Replica) => T | Promise<T>): Promise<T | null> {
    const replica = this.#used.get(match)?.replica ?? this.#idle.peek(match)
    return replica?.isOpen && !replica.hasFailed ? this.use(match, work) : null
  }

  /** Retains a replica until `#release`. Calls nest. @throws CodedError `unknown-match`, `unavailable`. */
  async #open(match: string): Promise<Replica> {
    const retained = this.#used.get(match) ?? this.#start(match)
    retained.users += 1
    try {
      await retained.opened
      return retained.replica
    } catch (error) {
      if (this.#used.get(match) === retained) this.#used.delete(match)
      throw error
    }
  }

  #start(match: string): Retained {
    const idle = this.#idle.get(match)
    this.#idle.delete(match)
    const replica = idle ?? new Replica(match, this.#parts)
    const retained = { replica, opened: idle ? Promise.resolve() : replica.open(), users: 0 }
    this.#used.set(match, retained)
    return retained
  }

  /** Retains once more a replica that is in use. Returns its release, which works once. */
  retain(match: string): () => void {
    this.#used.get(match)!.users += 1
    let released = false
    return () => {
      if (!released) this.#release(match)
      released = true
    }
  }

  #release(match: string): void {
    const retained = this.#used.get(match)
    if (!retained || (retained.users -= 1) > 0) return
    this.#used.delete(match)
    if (retained.replica.hasFailed) retained.replica.close()
    else this.#idle.set(match, retained.replica)
  }

  /** The replicas with subscribers. */
  watched(): Replica[] {
    return [...this.#used.values()].flatMap(({ replica }) => (replica.notifier.hasSubscribers ? replica : []))
  }

  /** What this node knows of its matches, whether they are in use or not. */
  *folds(): Generator<Fold> {
    const replicas = [...[...this.#used.values()].map(({ replica }) => replica), ...this.#idle.values()]
    for (const replica of replicas) if (replica.isOpen) yield replica.fold
  }

  /** Takes news from the store, for whichever replica it concerns. */
  receive(news: MatchNews): void {
    const replica = this.#used.get(news.match)?.replica ?? this.#idle.peek(news.match)
    replica?.receive(news)
  }

  /** News of a match may be missing: a replica in use reads it at once, one that is idle is dropped. */
  interrupted(match: string): void {
    const retained = this.#used.get(match)
    if (!retained) {
      this.#drop(match)
      return
    }
    const { replica, opened } = retained
    opened.then(
      () => replica.catchUpInBackground(),
      () => undefined,
    )
    if (replica.notifier.hasSubscribers) this.#refresh(replica)
  }

  /**
   * Reads from the store what the viewers of some matches must know next to the log: a node that died publishes nothing.
   */
  refresh(replicas: readonly Replica[]): void {
    for (const replica of replicas) if (replica.notifier.hasSubscribers) this.#refresh(replica)
  }

  #refresh({ match, notifier }: Replica): void {
    for (const type of READABLE) {
      notifier.refresh(type).catch((error: unknown) => {
        this.#parts.logger.warn({ err: error, match, news: type }, 'news could not be read')
      })
    }
  }

  /** Drops a replica that is idle, also one that has been for too long. */
  #drop(match: string): void {
    const idle = this.#idle.peek(match, { allowStale: true })
    this.#idle.delete(match)
    idle?.close()
  }

  /** Drops the replicas that nobody has used for longer than `idleMs`. */
  dropStale(): void {
    this.#idle.purgeStale()
  }

  #dropIdle(): void {
    // The cache does not list those that have been idle for too long.
    this.dropStale()
    for (const replica of this.#idle.values()) replica.close()
    this.#idle.clear()
  }

  close(): void {
    this.#dropIdle()
    for (const { replica } of this.#used.values()) replica.close()
    this.#used.clear()
  }
}
