import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Attendance, LiveStore } from '../live/index.ts'
import type { ChatMessage, Ended, PlayerRef, Presence, Rematch, Update } from '../protocol/index.ts'
import { viewerOf } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import type { Seat, Viewer } from '../rules/index.ts'
import type { Feed, FeedListener } from './feed.ts'
import { presenceOf } from './presence.ts'
import type { Spectators } from './spectators.ts'
import type { Step } from './step.ts'

/** Somebody who is told what happens to a match, as the viewer that he is. What he is given is shared: he does not change it. */
export interface Watcher {
  /** Once for each version, in order, beginning with the one after the answer's. */
  update(update: Update): void
  /** After the update of the version that ended the match. */
  ended(ended: Ended): void
  /** Once at the beginning, then on every change. */
  presence(presence: Presence): void
  /** What is said in the watcher's room. */
  chat(message: ChatMessage): void
  /** At the beginning if there is one already, then on every change. */
  rematch(rematch: Rematch): void
}

export interface WatchParts {
  feed: Feed
  player: PlayerRef | null
  watcher: Watcher
  store: LiveStore
  spectators: Spectators
  /** How a rematch of the match stands. */
  rematch: () => Promise<Rematch | null>
  logger: Logger
  presenceTtlMs: number
}

/** One watcher of one match: tells him his updates, and the store that he is there. */
export class Watch implements FeedListener {
  readonly #parts: WatchParts
  readonly #connection = randomUUID()
  #viewer: Viewer
  /** Takes a spectator out of the count. */
  #leave: (() => void) | null = null
  #told: Attendance | null = null
  #stopped = false
  /** What the store is told of this connection, one thing after the other. */
  #telling: Promise<void> = Promise.resolve()

  /** Begins to listen at the feed's present version. */
  constructor(parts: WatchParts) {
    this.#parts = parts
    const { feed, rematch, watcher } = parts
    this.#viewer = this.#viewerAt(feed.fold)
    // While a seat is free, who looks on may still take it.
    if (this.#viewer === 'spectator' && feed.fold.state) feed.onlookers.add(this)
    else feed.listeners.add(this)
    this.#comeIn()
    this.#tell(async () => {
      await feed.askAttendance()
      if (!this.#stopped) this.attendance(feed.attendance)
    })
    if (!feed.fold.outcome) return
    this.#tell(async () => {
      const offered = await rematch()
      if (offered && !this.#stopped) watcher.rematch(offered)
    })
  }

  #viewerAt(fold: Fold): Viewer {
    return viewerOf(fold, this.#parts.player?.id ?? null)
  }

  step(step: Step): void {
    const { watcher } = this.#parts
    const before = this.#viewer
    this.#viewer = this.#viewerAt(step.after.fold)
    watcher.update(step.update(before, this.#viewer))
    if (this.#viewer !== before) this.#comeIn()
    if (step.ended) watcher.ended(step.ended)
  }

  attendance(attendance: Attendance): void {
    if (attendance === this.#told) return
    this.#told = attendance
    const { feed, watcher } = this.#parts
    watcher.presence(presenceOf(feed.fold, attendance))
  }

  chat(message: ChatMessage, muted: readonly Seat[]): void {
    const own = this.#viewer === 'spectator' ? 'spectators' : 'players'
    if (message.room !== own || (muted.some((seat) => seat === this.#viewer) && message.line.seat !== this.#viewer)) return
    this.#parts.watcher.chat(message)
  }

  rematch(rematch: Rematch): void {
    this.#parts.watcher.rematch(rematch)
  }

  /** As who he is now: a player's connection is told of, a spectator is counted. */
  #comeIn(): void {
    this.#leave?.()
    this.#leave = this.#viewer === 'spectator' ? this.#parts.spectators.add(this.#parts.feed.match) : null
    this.heartbeat()
  }

  /** Says again that this connection sits in its seat, if it has one. */
  heartbeat(): void {
    const seat = this.#viewer
    if (seat === 'spectator') return
    const { store, feed, presenceTtlMs } = this.#parts
    this.#tell(() => store.connect(feed.match, seat, this.#connection, presenceTtlMs))
  }

  /** Listens no more. Resolves when the store knows. Never rejects. */
  async stop(): Promise<void> {
    if (this.#stopped) return this.#telling
    this.#stopped = true
    const { store, feed } = this.#parts
    feed.listeners.delete(this)
    feed.onlookers.delete(this)
    this.#leave?.()
    const seat = this.#viewer
    if (seat !== 'spectator') this.#tell(() => store.disconnect(feed.match, seat, this.#connection))
    return this.#telling
  }

  /** Presence is a courtesy: when the store does not answer, the next heartbeat makes good for it. */
  #tell(what: () => Promise<void>): void {
    this.#telling = this.#telling.then(what).catch((error: unknown) => {
      this.#parts.logger.warn({ err: error, match: this.#parts.feed.match }, 'presence could not be told')
    })
  }
}
