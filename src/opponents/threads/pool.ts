import type { Logger } from 'pino'
import { CodedError } from '../../protocol/index.ts'
import { onAbort, unlessAborted } from '../../time/index.ts'
import { startThinkingThread } from './thinking-thread.ts'
import type { ThinkingThread } from './thinking-thread.ts'

/** Who waits for a thread. */
export interface Wish {
  /** By when the work should begin (by `performance.now()`). The earliest comes first; Infinity comes after all others. */
  dueAt: number
  /** A thread that knows something which this work needs. Another one takes the work if it has nothing else to do. */
  prefers?: ThinkingThread | undefined
  /** When it is aborted, the wish is withdrawn, and `use` rejects with its reason. Work that has begun goes on. */
  signal?: AbortSignal | undefined
}

interface Waiting extends Wish {
  begin: (thread: ThinkingThread) => void
  refuse: (reason: Error) => void
}

export interface ThreadPoolParts {
  threads: number
  logger: Logger
  start?: () => ThinkingThread
}

/** How much may wait for the threads. */
const MOST_WAITING = 2_000

/**
 * A few worker threads for work that takes long. Work has a thread for itself until it is done; the rest waits, in the
 * order of what is due. Threads start when they are needed, and one that fails is replaced.
 */
export class ThreadPool {
  readonly #size: number
  readonly #logger: Logger
  readonly #start: () => ThinkingThread
  readonly #threads = new Set<ThinkingThread>()
  readonly #idle: ThinkingThread[] = []
  /** In the order of `dueAt`. */
  readonly #waiting: Waiting[] = []
  #closed = false

  /** @param parts.start starts a thread; by default one that thinks. */
  constructor({ threads, logger, start = startThinkingThread }: ThreadPoolParts) {
    this.#size = threads
    this.#logger = logger
    this.#start = start
  }

  /** How much waits for a thread. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** What part of the time each of those who wait now can have, if all get the same; 1 while nobody waits. */
  get share(): number {
    return this.#size / (this.#size + this.#waiting.length)
  }

  /**
   * Does some work with a thread. Resolves and rejects as the work does.
   * @throws CodedError `busy` if too much waits; the reason of the signal.
   */
  async use<T>(wish: Wish, work: (thread: ThinkingThread) => Promise<T>): Promise<T> {
    const { signal } = wish
    signal?.throwIfAborted()
    const thread = await this.#take(wish)
    const done = work(thread).finally(() => this.#release(thread))
    return signal ? unlessAborted(signal, done) : done
  }

  #take(wish: Wish): Promise<ThinkingThread> {
    if (this.#closed) return Promise.reject(new CodedError('draining'))
    const free = this.#free(wish.prefers)
    if (free) return Promise.resolve(free)
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new CodedError('busy'))
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...wish,
        begin: (thread) => {
          stop()
          resolve(thread)
        },
        refuse: (reason) => {
          stop()
          reject(reason)
        },
      }
      const stop = onAbort(wish.signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(wish.signal!.reason as Error)
      })
      const place = this.#waiting.findIndex(({ dueAt }) => dueAt > wish.dueAt)
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting)
    })
  }

  /** A thread that has nothing to do: the preferred one if possible, or a new one if there may be more. */
  #free(preferred?: ThinkingThread): ThinkingThread | undefined {
    const place = Math.max(0, preferred ? this.#idle.indexOf(preferred) : 0)
    const [idle] = this.#idle.splice(place, 1)
    if (idle && !idle.hasEnded) return idle
    if (idle) this.#threads.delete(idle)
    if (this.#threads.size >= this.#size) return undefined
    const thread = this.#start()
    this.#threads.add(thread)
    return thread
  }

  #release(thread: ThinkingThread): void {
    if (thread.hasEnded) {
      this.#threads.delete(thread)
      if (!this.#closed) this.#logger.error('a thread of the bots has ended; another one replaces it')
    }
    const next = this.#next(thread)
    if (!next) {
      if (!thread.hasEnded) this.#idle.push(thread)
      return
    }
    next.begin(thread.hasEnded ? this.#free()! : thread)
  }

  /**
   * Takes out who comes next: the first one who prefers this thread or none, or else the first one. Work that is never due
   * waits for all that is.
   */
  #next(thread: ThinkingThread): Waiting | undefined {
    const isDue = this.#waiting[0] !== undefined && this.#waiting[0].dueAt < Infinity
    const suits = ({ prefers, dueAt }: Waiting): boolean =>
      (dueAt < Infinity || !isDue) && (!prefers || prefers === thread || prefers.hasEnded)
    const place = this.#waiting.findIndex(suits)
    return this.#waiting.splice(Math.max(0, place), 1)[0]
  }

  /** Ends all threads; what they work on fails. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(new CodedError('draining'))
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }
}
