import type { Logger } from 'pino'
import type { LobbyFeed, LobbyNews, LobbySubscriber } from '../../lobby/index.ts'
import { SubscriberSlot } from '../../subscriber.ts'
import type { SubscriptionParts } from '../subscription.ts'
import { Subscription } from '../subscription.ts'
import type { RunScript } from './scripts/index.ts'
import type { NewsReplies } from './scripts/news.ts'

export interface RedisFeedParts extends Pick<SubscriptionParts, 'open' | 'failed' | 'times'> {
  run: RunScript<NewsReplies>
  channel: string
  log: Logger | undefined
}

export class RedisFeed implements LobbyFeed {
  readonly #run: RunScript<NewsReplies>
  readonly #subscription: Subscription
  readonly #subscriber: SubscriberSlot<LobbyNews>

  constructor({ run, channel, log, ...parts }: RedisFeedParts) {
    this.#run = run
    this.#subscriber = new SubscriberSlot(log)
    this.#subscription = new Subscription(
      {
        ...parts,
        groupOf: (name) => name,
        lastPublished: async () => [await run('lobbyPublished')],
        message: (_name, text) => this.#subscriber.news(JSON.parse(text) as LobbyNews),
        interrupted: () => this.#subscriber.interrupted(),
      },
      [channel],
    )
  }

  announce(news: LobbyNews): Promise<void> {
    return this.#run('lobbyAnnounce', JSON.stringify(news))
  }

  subscribe(subscriber: LobbySubscriber): void {
    this.#subscriber.subscribe(subscriber)
  }

  close(): Promise<void> {
    return this.#subscription.close()
  }
}
