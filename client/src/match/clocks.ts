import { Store } from '../observable.ts'
import type { Observable } from '../observable.ts'
import { backgroundTimer } from '../platform.ts'
import type { Clocks, Seat } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import type { MatchState } from './state.ts'

/** The time that each seat has left, ms. */
export type ClockTimes = Readonly<Record<Seat, number>>

/** With less than this left, tenths of a second count, ms. */
const SHORT_OF_TIME_MS = 20_000

/** The ms that a seat has left when the server's clock shows `serverNow`. */
export function msLeft(clocks: Clocks, seat: Seat, serverNow: number): number {
  const used = clocks.running === seat ? Math.max(0, serverNow - clocks.since) : 0
  return Math.max(0, clocks[seat] - used)
}

/**
 * The clocks of a match; null if it has none. While somebody subscribes, there is a new value whenever a shown
 * digit changes.
 */
export class TickingClocks implements Observable<ClockTimes | null> {
  readonly #match: Observable<MatchState, unknown>
  readonly #clock: ServerClock
  readonly #times: Store<ClockTimes | null>
  #leave: () => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(match: Observable<MatchState, unknown>, clock: ServerClock) {
    this.#match = match
    this.#clock = clock
    this.#times = new Store<ClockTimes | null>(null, (wanted) => (wanted ? this.#start() : this.#stop()))
  }

  get value(): ClockTimes | null {
    const { clocks } = this.#match.value.snapshot
    const now = this.#clock.now()
    return clocks ? { 0: msLeft(clocks, 0, now), 1: msLeft(clocks, 1, now) } : null
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
    const times = this.value
    this.#times.set(times)
    const running = this.#match.value.snapshot.clocks?.running
    const left = times && running !== undefined ? times[running] : 0
    if (left === 0) return
    const digit = left > SHORT_OF_TIME_MS ? 1000 : 100
    this.#timer = backgroundTimer(() => this.#tick(), left % digit || digit)
  }
}
