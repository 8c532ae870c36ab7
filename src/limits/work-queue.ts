import { CodedError } from '../protocol/index.ts'
import { Counts } from './counts.ts'
import type { Place } from './turns.ts'
import { Turns } from './turns.ts'

/** How much work may be in progress, the waiting included. */
export interface WorkLimits {
  /** Of one player. */
  perOwner: number
  /** Of one address, behind which there may be many players. */
  perAddress: number
  inAll: number
}

/**
 * How long the work of one tick of the event loop takes, as far as work lately shows (ms): everybody else in the
 * process waits for so long. The more moves begin in one tick, the less each costs, as they share their way to the
 * store.
 */
const TICK_MS = 8
/** How much work begins in one tick, at least and at most. */
const PER_TICK = { least: 8, most: 64 }
/** What a node and one player may have in progress. */
export const DEFAULT_WORK: WorkLimits = { perOwner: 32, perAddress: 256, inAll: 512 }
/** How long a caller who was refused has to wait, at least and at most (ms). */
const RETRY_AFTER_MS = { least: 100, most: 5_000 }

/** What waits, and how it begins. */
interface Work extends Place {
  begin: () => void
}

/**
 * Does work in ticks: owners take turns with each other, and the queue takes turns with everything else in the process,
 * such as health checks. Work that the process cannot do is refused at once, and never piles up.
 */
export class WorkQueue {
  readonly #limits: WorkLimits
  readonly #waiting = new Turns<Work>()
  readonly #inProgress = new Counts()
  #total = 0
  #isScheduled = false
  /** How much work began in the last tick, if it left some waiting; else 0. */
  #begunBefore = 0
  /** How long one piece of work took lately, with everything else in the process (ms). */
  #msPerWork = 1
  #lastTick = 0

  constructor(limits = DEFAULT_WORK) {
    this.#limits = limits
  }

  /**
   * Does some work when its owner's turn comes. Resolves and rejects as the work does.
   * @param options.weight how much of its owner's share it takes.
   * @throws CodedError `busy` with details.retryAfterMs.
   */
  async run<T>(owner: string, work: () => Promise<T>, { weight = 1, most = this.#limits.perOwner } = {}): Promise<T> {
    const release = this.#admit(owner, most)
    try {
      await this.#wait(owner, weight)
      return await work()
    } finally {
      release()
    }
  }

  /** Resolves when the owner's turn comes, for work that may take long after it. @throws CodedError like `run`. */
  turn(owner: string): Promise<void> {
    return this.run(owner, () => Promise.resolve())
  }

  /** As `turn`, for someone of whom only the address is known. @throws CodedError like `run`. */
  turnOfAddress(address: string): Promise<void> {
    return this.run(address, () => Promise.resolve(), { most: this.#limits.perAddress })
  }

  #admit(owner: string, most: number): () => void {
    const { inAll } = this.#limits
    if (this.#inProgress.of(owner) >= most || this.#total >= inAll) {
      throw new CodedError('busy', undefined, { retryAfterMs: this.#retryAfterMs })
    }
    const release = this.#inProgress.add(owner)
    this.#total += 1
    return () => {
      release()
      this.#total -= 1
      if (this.#total === 0) this.#waiting.rest()
    }
  }

  get #retryAfterMs(): number {
    return bounded(RETRY_AFTER_MS, this.#total * this.#msPerWork)
  }

  #wait(owner: string, weight: number): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.add({ owner, weight, begin })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#tick())
  }

  #tick(): void {
    this.#isScheduled = false
    const most = this.#perTick
    let begun = 0
    for (; begun < most && this.#waiting.size > 0; begun += 1) this.#waiting.next()!.begin()
    this.#measure(begun)
    if (this.#waiting.size > 0) this.#schedule()
  }

  get #perTick(): number {
    return bounded(PER_TICK, TICK_MS / this.#msPerWork)
  }

  /** Ticks that follow each other at once show how fast the process is. */
  #measure(begun: number): void {
    const now = performance.now()
    if (this.#begunBefore > 0) {
      this.#msPerWork = 0.9 * this.#msPerWork + (0.1 * (now - this.#lastTick)) / this.#begunBefore
    }
    this.#lastTick = now
    // Work that was left begins in the next tick.
    this.#begunBefore = this.#waiting.size > 0 ? begun : 0
  }
}

/** The whole number within some bounds that comes nearest to a value. */
const bounded = ({ least, most }: { least: number; most: number }, value: number): number =>
  Math.round(Math.min(Math.max(value, least), most))
