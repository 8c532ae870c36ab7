import type { Logger } from 'pino'
import type { Fold } from '../../record/index.ts'
import type { NewsSources } from '../news/kinds.ts'
import { stateKindOf } from '../news/kinds.ts'
import type { Notice, StateNews } from '../news/notice.ts'
import { Rendering } from '../news/rendering.ts'
import { FanOut } from './fan-out.ts'

/** Is notified of what happens in a match. */
export interface Subscriber {
  notify(rendering: Rendering): void
}

interface NotifierParts {
  sources: NewsSources
  /** The match at its last known version. */
  fold: () => Fold
  logger: Logger
}

/** Notifies the subscribers of one match, and remembers the last news of each stream. */
export class Notifier {
  /** Those who are notified at once. */
  readonly subscribers = new Set<Subscriber>()
  /** Those who are notified in slices. */
  readonly spectators = new FanOut<Subscriber>()
  /** Those who are notified of versions alone: the streams of the players. */
  readonly followers = new Set<Subscriber>()
  readonly #parts: NotifierParts
  /** By stream, the last news. */
  readonly #last = new Map<string, Rendering<StateNews>>()
  /** By kind, how much news came from the store. */
  readonly #received = new Map<StateNews['type'], number>()

  constructor(parts: NotifierParts) {
    this.#parts = parts
  }

  get hasSubscribers(): boolean {
    return this.subscribers.size + this.spectators.size > 0
  }

  /** Takes news from the store. Subscribers are notified if it is new. */
  receive(news: StateNews): void {
    this.#received.set(news.type, this.#countOf(news.type) + 1)
    if (!this.#isNew(news)) return
    const prepared = stateKindOf(news).prepare?.(news, this.#parts.sources)
    if (!prepared) {
      this.#publishState(news)
      return
    }
    prepared.then(
      () => this.#publishState(news),
      (error: unknown) => this.#parts.logger.warn({ err: error, news: news.type }, 'news could not be published'),
    )
  }

  /** Reads a kind of news from the store. News that is published meanwhile wins. @throws CodedError `unavailable`. */
  async refresh(type: StateNews['type']): Promise<void> {
    const count = this.#countOf(type)
    const news = await stateKindOf({ type }).read?.(this.#parts.fold(), this.#parts.sources)
    if (news && count === this.#countOf(type)) this.receive(news)
  }

  /** The last news of a kind that is one stream. */
  last(type: StateNews['type']): Rendering | undefined {
    return this.#last.get(type)
  }

  /** Notifies all subscribers, and the followers, of a version; then of the last news that says more because of it. */
  publish(notice: Exclude<Notice, StateNews>): void {
    const fold = this.#parts.fold()
    const rendering = new Rendering(notice, fold)
    this.#notifyAll(rendering)
    for (const follower of [...this.followers]) this.#guarded(follower, rendering)
    for (const [stream, { notice: last, fold: before }] of this.#last) {
      if (!stateKindOf(last).saysMore?.(before, fold)) continue
      const again = new Rendering(last, fold)
      this.#last.set(stream, again)
      this.#notifyAll(again)
    }
  }

  #countOf(type: StateNews['type']): number {
    return this.#received.get(type) ?? 0
  }

  #isNew(news: StateNews): boolean {
    const last = this.#last.get(streamOf(news))?.notice
    return !last || stateKindOf(news).isNewAfter(last, news)
  }

  #publishState(news: StateNews): void {
    if (!this.#isNew(news)) return
    const rendering = new Rendering(news, this.#parts.fold())
    this.#last.set(streamOf(news), rendering)
    this.#notifyAll(rendering)
  }

  #notifyAll(rendering: Rendering): void {
    for (const subscriber of [...this.subscribers]) this.#guarded(subscriber, rendering)
    this.spectators.notify((subscriber) => this.#guarded(subscriber, rendering))
  }

  /** A fault of one subscriber must not reach the others, nor the player who acted. */
  #guarded(subscriber: Subscriber, rendering: Rendering): void {
    try {
      subscriber.notify(rendering)
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'a subscriber of a match failed')
    }
  }
}

function streamOf(news: StateNews): string {
  const stream = stateKindOf(news).stream?.(news)
  return stream === undefined ? news.type : `${news.type} ${stream}`
}
