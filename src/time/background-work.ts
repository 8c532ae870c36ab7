import type { Backoff } from './backoff.ts'
import { backoff } from './backoff.ts'
import type { InHand } from './in-hand.ts'

export interface BackgroundWorkParts {
  /**
   * One round: claims what is due, for a lease, and does it or takes it in hand. Resolves with true if there may be more,
   * for which the next round begins at once. If it rejects, what it has claimed is claimed again once the lease is over.
   * @param isRetry whether the round before has failed
   */
  round: (isRetry: boolean) => Promise<boolean | void>
  /** The time from the end of a round to the next one, without news (ms). */
  everyMs: number
  /** Whether the first round, too, waits for its time, or for news. */
  waitsFirst?: boolean
  /** For how long (ms) the news after a round is gathered for the next one. */
  gatherMs?: number
  /** The pauses after rounds that fail. Without it, they are as long as after other rounds. */
  retry?: Backoff
  /** A round has failed. It is called once for each kind of fault until a round goes well. */
  failed: (error: unknown) => void
  /** A round has gone well after some that failed. */
  recovered?: () => void
  /** What the rounds take in hand. */
  inHand?: Pick<InHand<unknown>, 'close'>
}

/**
 * Work that is done again and again in the background, from the construction until `stop`: round after round, each soon
 * after there is news, and otherwise after some time. News does not shorten the pause after a round that has failed: a
 * store that does not answer would be asked the more often, the more there is to do.
 */
export class BackgroundWork {
  /** Resolves when the first round is over, whether it went well or not; at once for work that waits first. */
  readonly firstRound: Promise<void>
  readonly #parts: BackgroundWorkParts
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** There has been news since the last round began. */
  #hasNews = false
  /** The next round waits for nothing but news. */
  #isIdle = false
  #isMore = false
  /** How many rounds have failed in a row, and of what. */
  #failures = 0
  readonly #faults = new Set<unknown>()
  /** Ends the pause, if there is one. */
  #wake: () => void = () => undefined

  constructor(parts: BackgroundWorkParts) {
    this.#parts = parts
    // Not at once: the owner first gets what it constructs.
    this.firstRound = Promise.resolve().then(() => (parts.waitsFirst ? undefined : this.#doRound()))
    this.#running = this.firstRound.then(() => this.#goOn())
  }

  /** Aborted once the work has to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** There is something to do. */
  notify(): void {
    this.#hasNews = true
    if (this.#isIdle) this.#wake()
  }

  /** Begins no round after this. Resolves when the last one is over, and nothing is in hand. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#running
    await this.#parts.inHand?.close()
  }

  async #goOn(): Promise<void> {
    while (!this.stopping.aborted) {
      await this.#pause()
      await this.#doRound()
    }
  }

  async #doRound(): Promise<void> {
    if (this.stopping.aborted) return
    const { round, recovered } = this.#parts
    this.#hasNews = this.#isMore = false
    try {
      this.#isMore = (await round(this.#failures > 0)) === true
      if (this.#failures > 0) recovered?.()
      this.#failures = 0
      this.#faults.clear()
    } catch (error) {
      this.#failures += 1
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    const kind = kindOf(error)
    if (this.#faults.has(kind)) return
    this.#faults.add(kind)
    this.#parts.failed(error)
  }

  async #pause(): Promise<void> {
    const { everyMs, gatherMs = 0, retry } = this.#parts
    if (this.#failures > 0) return this.#wait(retry ? backoff(this.#failures, retry) : everyMs)
    if (this.#isMore) return
    await this.#wait(gatherMs)
    if (this.#hasNews) return
    this.#isIdle = true
    await this.#wait(everyMs)
    this.#isIdle = false
  }

  async #wait(ms: number): Promise<void> {
    if (ms === 0 || this.stopping.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      timer = setTimeout(resolve, ms).unref()
    })
    clearTimeout(timer)
  }
}

const kindOf = (error: unknown): unknown =>
  error instanceof Error ? ((error as { code?: unknown }).code ?? error.name) : error
