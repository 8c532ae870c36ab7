import type { Logger } from 'pino'
import type { LiveSubscriber, MatchNews } from './news.ts'
import { SubscriberSlot } from './subscriber.ts'

/** The one subscriber of a node, and the matches that it follows. */
export class Audience {
  readonly #followed = new Map<string, number>()
  readonly #subscriber: SubscriberSlot<MatchNews>

  constructor(log?: Logger) {
    this.#subscriber = new SubscriberSlot(log)
  }

  subscribe(subscriber: LiveSubscriber): void {
    this.#subscriber.subscribe(subscriber)
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
    if (this.follows(news.match)) this.#subscriber.news(news)
  }

  interrupted(): void {
    this.#subscriber.interrupted()
  }
}
