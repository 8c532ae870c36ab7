import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import { backgroundTimer } from '../platform.ts'
import type { Clocks, Seat } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import type { MatchState } from './state.ts'

/** The time that each seat has left, ms. */
export type ClockTimes = Readonly<Record<Seat, number>>

/** With less than this left, tenths of a second count, ms. */
const SHORT_OF_TIME_MS = 20_000

/** What a clock shows of the time that is left: whole seconds, and tenths of them when it is short. */
const digitMs = (left: number): number => (left > SHORT_OF_TIME_MS ? 1000 : 100)
const isShownAs = (one: number, other: number): boolean =>
  digitMs(one) === digitMs(other) && Math.floor(one / digitMs(one)) === Math.floor(other / digitMs(one))

/** The ms that a seat has left when the server's clock shows `serverNow`. */
export function msLeft(clocks: Clocks, seat: Seat, serverNow: number): number {
  const used = clocks.running === seat ? Math.max(0, serverNow - clocks.since) : 0
  return Math.max(0, clocks[seat] - used)
}

/**
 * The clocks of a match; null if it has none. There is a new value whenever a shown digit changes, and subscribers are
 * called with it.
 */
export class TickingClocks implements Observable<ClockTimes | null> {
  readonly #match: Observable<MatchState, unknown>
  readonly #clock: ServerClock
  readonly #times: Store<ClockTimes | null>
  #leave: () => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The value that was read last, and the clocks that it was made of. */
  #last: ClockTimes | null = null
  #lastOf: Clocks | undefined

  constructor(match: Observable<MatchState, unknown>, clock: ServerClock) {
    this.#match = match
    this.#clock = clock
    this.#times = new Store<ClockTimes | null>(null, (wanted) => (wanted ? this.#start() : this.#stop()))
  }

  get value(): ClockTimes | null {
    const { clocks } = this.#match.value.snapshot
    const now = this.#clock.now()
    const times = clocks ? { 0: msLeft(clocks, 0, now), 1: msLeft(clocks, 1, now) } : null
    const last = this.#lastOf === clocks ? this.#last : null
    this.#lastOf = clocks
    if (!times || !last || !isShownAs(times[0], last[0]) || !isShownAs(times[1], last[1])) this.#last = times
    return this.#last
  }

  get subscribe(): Observable<ClockTimes | null>['subscribe'] {
    return this.#times.subscribe
  }

  #start(): void {
    this.#leave = this.#match.subscribe(() => this.#tick())
  }

  #stop(): void {
    this.#leave()
    clearTimeout(this.#timer)
  }

  #tick(): void {
    clearTimeout(this.#timer)
    this.#times.set(this.value)
    const { clocks } = this.#match.value.snapshot
    const left = clocks?.running === undefined ? 0 : msLeft(clocks, clocks.running, this.#clock.now())
    if (left === 0) return
    const digit = digitMs(left)
    // Rounded up: a timer that is too early would find the same digit.
    this.#timer = backgroundTimer(() => this.#tick(), Math.ceil(left % digit || digit))
  }
}
