import type { ServerClock } from '../server-clock.ts'
import type { Line } from './line.ts'

/** The time between two looks at the line, ms. */
const LOOK_MS = 1_000
/** A line is checked when nothing has arrived for so long, ms: the server pings every 10 seconds. */
const SILENT_MS = 12_000
/** The same while the clock of a match runs. */
const SILENT_IN_A_GAME_MS = 3_000
/** A look that comes so late shows that the device has slept, or that the page stood still, ms. */
const LATE_MS = 5_000

interface Parts {
  clock: ServerClock
  /** Whether the clock of a match runs. */
  isUrgent: () => boolean
  /** Asks the server for an answer, without which the line is given up. */
  check: () => void
}

/** Checks a line on which nothing arrives, and after the device has slept. It decides nothing: the missing answer does. */
export class Heartbeat {
  readonly #parts: Parts
  #timer: ReturnType<typeof setInterval> | undefined
  #lookedAt = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Watches a line from now on, until `stop`. */
  watch(line: Line): void {
    this.stop()
    this.#parts.clock.skipped()
    this.#lookedAt = performance.now()
    this.#timer = setInterval(() => this.#look(line), LOOK_MS)
  }

  #look({ receivedAt }: Line): void {
    const { clock, isUrgent, check } = this.#parts
    const now = performance.now()
    // While a device sleeps, `performance.now()` may stand still, and only its clock shows it.
    const missed = Math.max(now - this.#lookedAt, Math.abs(clock.skipped()))
    this.#lookedAt = now
    if (missed > LATE_MS) {
      clock.beginAnew()
      check()
    } else if (now - receivedAt > (isUrgent() ? SILENT_IN_A_GAME_MS : SILENT_MS)) check()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
