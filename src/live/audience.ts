import type { Logger } from 'pino'
import type { LiveSubscriber, MatchNews } from './news.ts'

/** The one subscriber of a node, and the matches that it follows. */
export class Audience {
  readonly #log: Logger | undefined
  readonly #followed = new Map<string, number>()
  #subscriber: LiveSubscriber | null = null

  constructor(log?: Logger) {
    this.#log = log
  }

  subscribe(subscriber: LiveSubscriber): void {
    if (this.#subscriber) throw new Error('the store has a subscriber')
    this.#subscriber = subscriber
  }

  follow(match: string): void {
    this.#followed.set(match, (this.#followed.get(match) ?? 0) + 1)
  }

  /** False if the match was not followed. */
  unfollow(match: string): boolean {
    const times = this.#followed.get(match)
    if (times === undefined) return false
    if (times > 1) this.#followed.set(match, times - 1)
    else this.#followed.delete(match)
    return true
  }

  follows(match: string): boolean {
    return this.#followed.has(match)
  }

  notify(news: MatchNews): void {
    if (this.follows(news.match)) this.#guarded((subscriber) => subscriber.news(news))
  }

  interrupted(): void {
    this.#guarded((subscriber) => subscriber.interrupted())
  }

  /** A fault of the subscriber must not fail the commit that it is notified of, nor the connection that brought the news. */
  #guarded(notify: (subscriber: LiveSubscriber) => void): void {
    if (!this.#subscriber) return
    try {
      notify(this.#subscriber)
    } catch (error) {
      this.#log?.error({ err: error }, 'the subscriber of the live store failed')
    }
  }
}
