import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Attendance, LiveStore } from '../live/index.ts'
import type { ChatMessage, Rematch } from '../protocol/index.ts'
import type { Entry } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { Feed } from './feed.ts'

interface Held {
  feed: Feed
  opened: Promise<void>
  holders: number
}

/** How long a feed that nobody uses is kept: long enough for a slow player's next request. */
const IDLE_MS = 15 * 60_000

/**
 * The feeds of this node. One that is in use is kept as long as it is; one that is not may be dropped, the least recently
 * used first, and is read again when it is wanted.
 */
export class Feeds {
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #held = new Map<string, Held>()
  readonly #idle: LRUCache<string, Feed>

  constructor(store: LiveStore, logger: Logger, maxIdle: number) {
    this.#store = store
    this.#logger = logger
    this.#idle = new LRUCache({
      max: maxIdle,
      ttl: IDLE_MS,
      // 'delete' is this class taking it out; the others are the cache letting it go.
      dispose: (feed, _match, reason) => {
        if (reason !== 'delete') feed.close()
      },
    })
  }

  /**
   * Does something with a match's feed, which stays until that is done.
   * @throws CodedError `unknown-match`, `unavailable`.
   */
  async use<T>(match: string, work: (feed: Feed) => T | Promise<T>): Promise<T> {
    const feed = await this.#hold(match)
    try {
      await feed.whole()
      return await work(feed)
    } finally {
      this.#release(match)
    }
  }

  /** A match's feed, to be kept until `#release`. Held any number of times. @throws CodedError `unknown-match`, `unavailable`. */
  async #hold(match: string): Promise<Feed> {
    const held = this.#held.get(match) ?? this.#take(match)
    held.holders += 1
    try {
      await held.opened
      return held.feed
    } catch (error) {
      if (this.#held.get(match) === held) this.#held.delete(match)
      throw error
    }
  }

  #take(match: string): Held {
    const idle = this.#idle.get(match)
    this.#idle.delete(match)
    const feed = idle ?? new Feed(match, this.#store, this.#logger)
    const held = { feed, opened: idle ? Promise.resolve() : feed.open(), holders: 0 }
    this.#held.set(match, held)
    return held
  }

  /** Holds once more a feed that is held. Gives back its release, which works once. */
  keep(match: string): () => void {
    this.#held.get(match)!.holders += 1
    let kept = true
    return () => {
      if (kept) this.#release(match)
      kept = false
    }
  }

  #release(match: string): void {
    const held = this.#held.get(match)
    if (!held || (held.holders -= 1) > 0) return
    this.#held.delete(match)
    if (held.feed.lost) held.feed.close()
    else this.#idle.set(match, held.feed)
  }

  /** The feeds in use. */
  inUse(): Feed[] {
    return [...this.#held.values()].map(({ feed }) => feed)
  }

  entry(match: string, entry: Entry): void {
    this.#known(match)?.receive(entry)
  }

  attendance(match: string, attendance: Attendance): void {
    this.#known(match)?.tellAttendance(attendance)
  }

  chat(message: ChatMessage, muted: readonly Seat[]): void {
    this.#known(message.match)?.tellChat(message, muted)
  }

  rematch(rematch: Rematch): void {
    this.#known(rematch.match)?.tellRematch(rematch)
  }

  #known(match: string): Feed | undefined {
    return this.#held.get(match)?.feed ?? this.#idle.peek(match)
  }

  /** Entries may be missing: what is in use is read again at once, the rest when it is wanted. */
  interrupted(): void {
    this.#dropIdle()
    for (const { feed, opened } of this.#held.values()) {
      opened.then(
        () => feed.chase(),
        () => undefined,
      )
    }
  }

  #dropIdle(): void {
    for (const feed of this.#idle.values()) feed.close()
    this.#idle.clear()
  }

  close(): void {
    this.#dropIdle()
    for (const { feed } of this.#held.values()) feed.close()
    this.#held.clear()
  }
}
