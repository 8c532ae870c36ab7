import type { Ask } from './ask.ts'
import type { Line } from './line.ts'

/** A timer that is so late shows that the page stood still, ms: an answer may have come meanwhile, and is seen next. */
const LATE_MS = 1_000
/** A timeout grows up to this factor, so that a server that is only slow does not get a new connection each time. */
const MOST_FACTOR = 16

/**
 * Notices a line on which nothing arrives while an answer is awaited, as when a network drops packets without a word:
 * Socket.IO itself notices it only after its ping is overdue.
 */
export class Silence {
  readonly #timeoutMs: number
  readonly #broken: () => void
  /** When each message was sent that is not answered, in that order. */
  readonly #waiting = new Map<Ask, number>()
  #line: Line | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #factor = 1
  /** When the timer is due. */
  #dueAt = 0
  #wasLate = false

  /** `broken` is called when the line that is watched has been silent for too long. */
  constructor(timeoutMs: number, broken: () => void) {
    this.#timeoutMs = timeoutMs
    this.#broken = broken
  }

  watch(line: Line): void {
    this.#line = line
  }

  expect(ask: Ask): void {
    this.#waiting.set(ask, performance.now())
    if (this.#timer === undefined) this.#checkIn(this.#timeoutMs * this.#factor)
  }

  answered(ask: Ask): void {
    this.#factor = 1
    this.forget(ask)
  }

  /** Whether no answer is awaited. */
  get isIdle(): boolean {
    return this.#waiting.size === 0
  }

  forget(ask: Ask): void {
    this.#waiting.delete(ask)
    if (this.#waiting.size === 0) this.#disarm()
  }

  /** No line is watched any more, until the next one. */
  stop(): void {
    this.#line = null
    this.#waiting.clear()
    this.#disarm()
  }

  #disarm(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #checkIn(ms: number): void {
    this.#dueAt = performance.now() + ms
    this.#timer = setTimeout(() => this.#check(), ms)
  }

  #check(): void {
    this.#timer = undefined
    const [firstSentAt] = this.#waiting.values()
    if (!this.#line || firstSentAt === undefined) return
    const now = performance.now()
    const timeoutMs = this.#timeoutMs * this.#factor
    const left = Math.max(firstSentAt, this.#line.receivedAt) + timeoutMs - now
    const isLate = now - this.#dueAt > LATE_MS && !this.#wasLate
    this.#wasLate = isLate
    if (left > 0 || isLate) {
      this.#checkIn(left > 0 ? left : timeoutMs)
    } else {
      this.#factor = Math.min(MOST_FACTOR, this.#factor * 2)
      this.#broken()
    }
  }
}
