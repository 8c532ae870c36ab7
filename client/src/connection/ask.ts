import type { CuriaError } from '../errors.ts'
import { waitOf } from '../waits.ts'

/** What the connection does with a message that is not answered. */
export interface AskOptions<Answer> {
  /**
   * It is sent once at most: for messages that do something more if they are repeated. If the connection is lost before
   * the answer, it fails as `offline` with `details.sent`, and may have been done.
   */
  once?: boolean
  /** How long to wait for the answer, over all connections, ms; then it fails as `offline`. By default, without end. */
  patienceMs?: number
  /** Called with the answer, before any later event of the server is dispatched. */
  receive?: (answer: Answer) => void
}

/** Errors that pass: the message was not done, or, if it is harmless to repeat, can be sent again. */
const PASSING = ['rate-limited', 'busy', 'draining', 'unavailable'] as const
/** How long the server may call itself `unavailable` before a message fails, ms. */
const UNAVAILABLE_PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 200
const LAST_PAUSE_MS = 5_000

/** A message that waits for its answer. */
export class Ask {
  readonly event: string
  readonly payload: object
  readonly once: boolean
  /** `paused`: refused for a while. */
  #stage: 'waiting' | 'sent' | 'paused' = 'waiting'
  /** It was sent, and nobody said that it was not done. */
  #perhapsDone = false
  readonly promise: Promise<unknown>
  readonly #receive: ((answer: never) => void) | undefined
  #resolve: (answer: unknown) => void = () => undefined
  #reject: (error: CuriaError) => void = () => undefined
  #settled = false
  #patience: ReturnType<typeof setTimeout> | undefined
  #unavailableSince: number | null = null
  #pauses = 0

  constructor(event: string, payload: object, options: AskOptions<never>, expired: () => void) {
    this.event = event
    this.payload = payload
    this.once = options.once ?? false
    this.#receive = options.receive
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    if (options.patienceMs !== undefined) this.#patience = setTimeout(expired, options.patienceMs)
  }

  get settled(): boolean {
    return this.#settled
  }

  get perhapsDone(): boolean {
    return this.#perhapsDone
  }

  /** Whether it is to be sent as soon as there is a connection. */
  get isWaiting(): boolean {
    return this.#stage === 'waiting' && !this.#settled
  }

  markSent(): void {
    this.#stage = 'sent'
    this.#perhapsDone = true
  }

  /** It was refused, and is not to be sent for a while. Calls `resume` after it. */
  pause(ms: number, resume: () => void): void {
    this.#stage = 'paused'
    setTimeout(() => {
      this.#stage = 'waiting'
      resume()
    }, ms)
  }

  /** The connection was lost on which it may have been sent. Returns false if it may not be sent again. */
  reset(): boolean {
    if (this.#stage !== 'sent') return true
    this.#stage = 'waiting'
    return !this.once
  }

  /**
   * How long to wait before it is sent again after a refusal, ms; null if it is not to be sent again.
   */
  pauseAfter({ code, details }: CuriaError): number | null {
    if (!PASSING.some((passing) => passing === code)) return null
    if (code !== 'unavailable') this.#perhapsDone = false
    if (code === 'rate-limited' || code === 'busy') {
      return (waitOf(details.retryAfterMs) ?? LAST_PAUSE_MS) + Math.random() * FIRST_PAUSE_MS
    }
    if (code === 'unavailable') {
      this.#unavailableSince ??= performance.now()
      if (this.once || performance.now() - this.#unavailableSince > UNAVAILABLE_PATIENCE_MS) return null
    }
    const most = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses)
    this.#pauses += 1
    return most / 2 + (Math.random() * most) / 2
  }

  resolve(answer: object): void {
    if (!this.#settle()) return
    this.#receive?.(answer as never)
    this.#resolve(answer)
  }

  reject(error: CuriaError): void {
    if (this.#settle()) this.#reject(error)
  }

  #settle(): boolean {
    if (this.#settled) return false
    this.#settled = true
    clearTimeout(this.#patience)
    return true
  }
}
