import type { Logger } from 'pino'
import type { LobbyFeed, LobbyNews, LobbySubscriber } from '../../lobby/index.ts'
import { SubscriberSlot } from '../../subscriber.ts'
import { unavailable } from '../../unavailable.ts'

/** What the embedded stores of a lobby share: when an operation happens, and where it publishes what it changes. */
export class Steps implements LobbyFeed {
  /** The stores' time (ms since 1970). */
  readonly clock: () => number
  readonly #subscriber: SubscriberSlot<LobbyNews>
  #closed = false

  constructor(clock: () => number, log: Logger | undefined) {
    this.clock = clock
    this.#subscriber = new SubscriberSlot(log)
  }

  /** The time of an operation that begins. @throws CodedError `unavailable` once closed. */
  begin(): number {
    if (this.#closed) throw unavailable(new Error('the store is closed'))
    return this.clock()
  }

  publish(news: LobbyNews): void {
    this.#subscriber.news(structuredClone(news))
  }

  async announce(news: LobbyNews): Promise<void> {
    this.begin()
    this.publish(news)
  }

  subscribe(subscriber: LobbySubscriber): void {
    this.#subscriber.subscribe(subscriber)
  }

  close(): void {
    this.#closed = true
  }
}
