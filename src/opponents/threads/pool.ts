import type { Logger } from 'pino'
import type { Rank } from '../../limits/index.ts'
import { Places } from '../../limits/index.ts'
import type { Figures } from '../../metrics/index.ts'
import { unlessAborted } from '../../time/index.ts'
import type { ThinkingThread } from './thinking-thread.ts'
import { startThinkingThread } from './thinking-thread.ts'

/** Who waits for a thread. */
export interface Wish {
  /** The player for whom it is. Players take turns with each other. */
  owner: string
  /** By when the work should begin (by `performance.now()`). Of one player's work, the earliest comes first. */
  dueAt?: number
  /** See `Places`. */
  rank?: Rank
  /** A thread that knows something which this work needs. Another one takes the work if it has nothing else to do. */
  prefers?: ThinkingThread | undefined
  /** When it is aborted, the wish is withdrawn, and `use` rejects with its reason. Work that has begun goes on. */
  signal?: AbortSignal | undefined
}

export interface ThreadPoolParts {
  threads: number
  logger: Logger
  figures?: Figures
  start?: () => ThinkingThread
}

/** How much may wait for the threads. */
const MOST_WAITING = { perOwner: 100, inAll: 2_000 }

/** Where a thread can be. It starts when it is needed, and is replaced when it has ended. */
interface Slot {
  thread: ThinkingThread | null
}

/** A few worker threads for work that takes long. Work has a thread for itself until it is done. */
export class ThreadPool {
  readonly #logger: Logger
  readonly #start: () => ThinkingThread
  readonly #slots: readonly Slot[]
  readonly #places: Places<Slot>

  /** @param parts.start starts a thread; by default one that thinks. */
  constructor({ threads, logger, figures, start = startThinkingThread }: ThreadPoolParts) {
    this.#logger = logger
    this.#start = start
    this.#slots = Array.from({ length: threads }, () => ({ thread: null }))
    this.#places = new Places(this.#slots, MOST_WAITING)
    figures?.show('curia_bot_threads_waiting', () => this.waiting)
  }

  /** How much waits for a thread. */
  get waiting(): number {
    return this.#places.waiting
  }

  /** How many threads there are, started or not. */
  get size(): number {
    return this.#slots.length
  }

  /** How many threads have something to do. */
  get busy(): number {
    return this.#places.taken
  }

  /** Whether no thread has anything to do. */
  get isIdle(): boolean {
    return this.#places.isIdle
  }

  /** What part of the time work for a player can have; 1 while nobody waits. See `Places`. */
  shareOf(owner: string): number {
    return this.#places.shareOf(owner)
  }

  /**
   * Does some work with a thread. Resolves and rejects as the work does.
   * @throws CodedError `busy` if too much waits, `draining`; the reason of the signal.
   */
  async use<T>({ prefers, ...wish }: Wish, work: (thread: ThinkingThread) => Promise<T>): Promise<T> {
    const isBest = ({ thread }: Slot): boolean => thread === prefers || prefers!.hasEnded
    const { place, release } = await this.#places.take({ ...wish, prefers: prefers && isBest })
    const done = work(this.#threadIn(place)).finally(release)
    return wish.signal ? unlessAborted(wish.signal, done) : done
  }

  /**
   * Does some work with every thread that has nothing else to do.
   * @returns what each of them does.
   */
  useIdle<T>(work: (thread: ThinkingThread) => Promise<T>): Promise<T>[] {
    return this.#places.takeFree().map(({ place, release }) => work(this.#threadIn(place)).finally(release))
  }

  #threadIn(slot: Slot): ThinkingThread {
    if (slot.thread?.hasEnded) this.#logger.error('a thread of the bots has ended; another one replaces it')
    if (!slot.thread || slot.thread.hasEnded) slot.thread = this.#start()
    return slot.thread
  }

  /** Ends all threads; what they work on fails. */
  async close(): Promise<void> {
    this.#places.close()
    await Promise.all(this.#slots.map(async ({ thread }) => thread?.close()))
  }
}
