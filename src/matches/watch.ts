import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import type { Ended, PlayerRef, Presence, Update } from '../protocol/index.ts'
import { viewerOf } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import type { Seat, Viewer } from '../rules/index.ts'
import type { Feed, FeedListener } from './feed.ts'
import type { Step } from './step.ts'

/** Somebody who is told what happens to a match, as the viewer that he is. What he is given is shared: he does not change it. */
export interface Watcher {
  /** Once for each version, in order, beginning with the one after the answer's. */
  update(update: Update): void
  /** After the update of the version that ended the match. */
  ended(ended: Ended): void
  /** Once at the beginning, then on every change. */
  presence(presence: Presence): void
}

/** One watcher of one match: tells him his updates, and the store that his seat has a connection. */
export class Watch implements FeedListener {
  readonly #feed: Feed
  readonly #player: PlayerRef | null
  readonly #watcher: Watcher
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #presenceTtlMs: number
  readonly #connection = randomUUID()
  #viewer: Viewer
  #seatsTold: Seat[] | null = null
  #stopped = false
  /** What the store is told of this connection, one thing after the other. */
  #telling: Promise<void> = Promise.resolve()

  /** Begins to listen at the feed's present version. */
  constructor(
    feed: Feed,
    player: PlayerRef | null,
    watcher: Watcher,
    store: LiveStore,
    logger: Logger,
    presenceTtlMs: number,
  ) {
    this.#feed = feed
    this.#player = player
    this.#watcher = watcher
    this.#store = store
    this.#logger = logger
    this.#presenceTtlMs = presenceTtlMs
    this.#viewer = this.#viewerAt(feed.fold)
    feed.listeners.add(this)
    this.heartbeat()
    this.#tell(async () => {
      await feed.askPresence()
      if (!this.#stopped) this.presence(feed.seats)
    })
  }

  #viewerAt(fold: Fold): Viewer {
    return viewerOf(fold, this.#player?.id ?? null)
  }

  step(step: Step): void {
    const before = this.#viewer
    this.#viewer = this.#viewerAt(step.after.fold)
    this.#watcher.update(step.update(before, this.#viewer))
    if (this.#viewer !== before) this.heartbeat()
    const { ended } = step
    if (ended) this.#watcher.ended(ended)
  }

  presence(seats: Seat[]): void {
    if (seats === this.#seatsTold) return
    this.#seatsTold = seats
    this.#watcher.presence({ match: this.#feed.match, seats })
  }

  /** Says again that this connection sits in its seat, if it has one. */
  heartbeat(): void {
    const seat = this.#viewer
    if (seat === 'spectator') return
    this.#tell(() => this.#store.connect(this.#feed.match, seat, this.#connection, this.#presenceTtlMs))
  }

  /** Listens no more. Resolves when the store knows. Never rejects. */
  async stop(): Promise<void> {
    if (this.#stopped) return this.#telling
    this.#stopped = true
    this.#feed.listeners.delete(this)
    const seat = this.#viewer
    if (seat !== 'spectator') this.#tell(() => this.#store.disconnect(this.#feed.match, seat, this.#connection))
    return this.#telling
  }

  /** Presence is a courtesy: when the store does not answer, the next heartbeat makes good for it. */
  #tell(what: () => Promise<void>): void {
    this.#telling = this.#telling.then(what).catch((error: unknown) => {
      this.#logger.warn({ err: error, match: this.#feed.match }, 'presence could not be told')
    })
  }
}
