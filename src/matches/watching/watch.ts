import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { LiveStore } from '../../live/index.ts'
import type { MatchServerEvent, PlayerRef } from '../../protocol/index.ts'
import { isAlone } from '../../record/index.ts'
import type { Viewer } from '../../rules/index.ts'
import { ownViewer } from '../access.ts'
import { READABLE } from '../news/kinds.ts'
import type { Notice } from '../news/notice.ts'
import type { Rendering } from '../news/rendering.ts'
import type { Subscriber } from '../replica/notifier.ts'
import type { Replica } from '../replica/replica.ts'
import type { SpectatorCounts } from './spectator-counts.ts'

/** Receives the events of a match, as the viewer that its player is. Payloads are shared: it must not change them. */
export interface Watcher {
  /** Events come in order; the first update is that of the version after the answer's. */
  notify(event: MatchServerEvent): void
}

export interface WatchParts {
  replica: Replica
  player: PlayerRef | null
  watcher: Watcher
  store: Pick<LiveStore, 'connect' | 'disconnect'>
  spectatorCounts: SpectatorCounts
  logger: Logger
  /** How long the store takes the player for connected, unless that is renewed (ms). */
  presenceTtlMs: number
}

/** One watcher of one match: passes events on, and reports to the store that the player is connected. */
export class Watch implements Subscriber {
  readonly #parts: WatchParts
  readonly #connection = randomUUID()
  /** By kind of news that is read at first, what the watcher was notified of last. */
  readonly #latest = new Map<Notice['type'], Rendering>()
  #viewer: Viewer
  /** The seat that this connection is reported for; whoever plays alone is reported for one. */
  #reported: Viewer
  /** Takes a spectator out of the count. */
  #uncount: (() => void) | null = null
  #stopped = false
  /** The calls of the store for this connection, one after the other. */
  #calls: Promise<void> = Promise.resolve()

  /** Begins at the present version of the replica. */
  constructor(parts: WatchParts) {
    this.#parts = parts
    const { fold, notifier } = parts.replica
    this.#viewer = this.#reported = ownViewer(fold, parts.player)
    // While a seat is free, a spectator may still take it.
    if (this.#viewer === 'spectator' && fold.state) notifier.spectators.add(this)
    else notifier.subscribers.add(this)
    this.#enter()
    for (const type of READABLE) {
      this.#call(async () => {
        await notifier.refresh(type)
        const last = notifier.last(type)
        if (last) this.notify(last)
      })
    }
  }

  notify(rendering: Rendering): void {
    const { type } = rendering.notice
    if (this.#stopped || this.#latest.get(type) === rendering) return
    if ((READABLE as Notice['type'][]).includes(type)) this.#latest.set(type, rendering)
    const before = this.#viewer
    this.#viewer = ownViewer(rendering.fold, this.#parts.player)
    if (this.#viewer !== this.#reported && !isAlone(rendering.fold)) {
      // The seats of a rated match are decided when the second player joins: the host may have had the other one.
      this.#leave()
      this.#reported = this.#viewer
      this.#enter()
    }
    const { player, watcher } = this.#parts
    for (const event of rendering.events(before, this.#viewer)) {
      // Someone without a token reads no chat.
      if (player || event.event !== 'chat:message') watcher.notify(event)
    }
  }

  /** Reports a player's connection, or counts a spectator. */
  #enter(): void {
    this.#uncount?.()
    const { spectatorCounts, replica } = this.#parts
    this.#uncount = this.#reported === 'spectator' ? spectatorCounts.add(replica.match) : null
    this.renew()
  }

  /** Reports once more that this connection has a seat, if it has one. */
  renew(): void {
    const seat = this.#reported
    if (seat === 'spectator' || this.#stopped) return
    const { store, replica, presenceTtlMs } = this.#parts
    this.#call(() => store.connect(replica.match, seat, this.#connection, presenceTtlMs))
  }

  /** Stops the events. Resolves when the store knows that the connection is gone. Never rejects. */
  async stop(): Promise<void> {
    if (this.#stopped) return this.#calls
    this.#stopped = true
    const { replica } = this.#parts
    replica.notifier.subscribers.delete(this)
    replica.notifier.spectators.delete(this)
    this.#uncount?.()
    this.#leave()
    return this.#calls
  }

  /** Reports that this connection no longer has a seat, if it has one. */
  #leave(): void {
    const { store, replica } = this.#parts
    const seat = this.#reported
    if (seat !== 'spectator') this.#call(() => store.disconnect(replica.match, seat, this.#connection))
  }

  /** No command depends on presence: what fails now is made up for by the next renewal. */
  #call(work: () => Promise<void>): void {
    this.#calls = this.#calls.then(work).catch((error: unknown) => {
      this.#parts.logger.warn({ err: error, match: this.#parts.replica.match }, 'presence could not be reported')
    })
  }
}
