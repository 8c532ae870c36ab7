import type { Logger } from 'pino'

/** A node's receiver of one kind of news. `Part` names a part of the news, unless all news is one. */
export interface Subscriber<News, Part = void> {
  /** Called in the order in which the store published, but some news may be missing before `interrupted`. */
  news(news: News): void
  /** News of this part may have been missed. */
  interrupted(part: Part): void
}

/**
 * The one subscriber of a node. A fault of the subscriber is logged: it must not fail the operation that published the
 * news, nor the connection that brought it.
 */
export class SubscriberSlot<News, Part = void> {
  readonly #log: Logger | undefined
  #subscriber: Subscriber<News, Part> | null = null

  constructor(log?: Logger) {
    this.#log = log
  }

  /** @throws Error if there is a subscriber already. */
  subscribe(subscriber: Subscriber<News, Part>): void {
    if (this.#subscriber) throw new Error('the store has a subscriber')
    this.#subscriber = subscriber
  }

  news(news: News): void {
    this.#notify((subscriber) => subscriber.news(news))
  }

  interrupted(part: Part): void {
    this.#notify((subscriber) => subscriber.interrupted(part))
  }

  #notify(call: (subscriber: Subscriber<News, Part>) => void): void {
    if (!this.#subscriber) return
    try {
      call(this.#subscriber)
    } catch (error) {
      this.#log?.error({ err: error }, 'the subscriber of a store failed')
    }
  }
}
