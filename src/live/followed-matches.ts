import type { Logger } from 'pino'
import type { LiveSubscriber, MatchNews } from './news.ts'
import { SubscriberSlot } from './subscriber.ts'

/** The matches that a node follows, and its one subscriber. */
export class FollowedMatches {
  /** By match, how many times it is followed. */
  readonly #followers = new Map<string, number>()
  readonly #subscriber: SubscriberSlot<MatchNews, string>

  constructor(log?: Logger) {
    this.#subscriber = new SubscriberSlot(log)
  }

  /** @throws Error if there is a subscriber already. */
  subscribe(subscriber: LiveSubscriber): void {
    this.#subscriber.subscribe(subscriber)
  }

  add(match: string): void {
    this.#followers.set(match, (this.#followers.get(match) ?? 0) + 1)
  }

  /** Returns false if the match was not followed. */
  remove(match: string): boolean {
    const followers = this.#followers.get(match)
    if (followers === undefined) return false
    if (followers > 1) this.#followers.set(match, followers - 1)
    else this.#followers.delete(match)
    return true
  }

  has(match: string): boolean {
    return this.#followers.has(match)
  }

  /** Passes the news of a followed match to the subscriber. */
  notify(news: MatchNews): void {
    if (this.has(news.match)) this.#subscriber.news(news)
  }

  /** Informs the subscriber that news of a followed match may be missing. */
  interrupted(match: string): void {
    if (this.has(match)) this.#subscriber.interrupted(match)
  }
}
