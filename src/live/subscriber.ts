import type { Logger } from 'pino'

/** A node's receiver of one kind of news. */
export interface Subscriber<News> {
  /** Called in the order in which the store published, but some news may be missing before `interrupted`. */
  news(news: News): void
  /** News may have been missed. */
  interrupted(): void
}

/**
 * The one subscriber of a node. A fault of the subscriber is logged: it must not fail the step that published the news,
 * nor the connection that brought it.
 */
export class SubscriberSlot<News> {
  readonly #log: Logger | undefined
  #subscriber: Subscriber<News> | null = null

  constructor(log?: Logger) {
    this.#log = log
  }

  /** @throws Error if there is a subscriber already. */
  subscribe(subscriber: Subscriber<News>): void {
    if (this.#subscriber) throw new Error('the store has a subscriber')
    this.#subscriber = subscriber
  }

  news(news: News): void {
    this.#notify((subscriber) => subscriber.news(news))
  }

  interrupted(): void {
    this.#notify((subscriber) => subscriber.interrupted())
  }

  #notify(call: (subscriber: Subscriber<News>) => void): void {
    if (!this.#subscriber) return
    try {
      call(this.#subscriber)
    } catch (error) {
      this.#log?.error({ err: error }, 'the subscriber of a store failed')
    }
  }
}
