import type { LiveStore } from '../live/index.ts'
import type { PlayerServerEvent } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { seatOf } from '../record/index.ts'
import { endedPayload } from './news/ended-payload.ts'
import type { Rendering } from './news/rendering.ts'
import { ownMatch } from './own-match.ts'
import type { Replica } from './replica/replica.ts'
import type { Replicas } from './replica/replicas.ts'

/** Receives the events of a player's matches. Payloads are shared: it must not change them. */
export interface PlayerWatcher {
  notify(event: PlayerServerEvent): void
}

export interface PlayerStreamParts {
  store: Pick<LiveStore, 'matchesOf'>
  replicas: Replicas
}

/** How many matches of one player a node follows for their stream: those whose seats were taken last. */
export const MOST_FOLLOWED = 100

/**
 * What happens in all matches of one player, for the connections of that player to this node. The node follows each of
 * these matches, so nothing is lost that the store publishes.
 */
export class PlayerStream {
  readonly watchers = new Set<PlayerWatcher>()
  readonly #player: string
  readonly #parts: PlayerStreamParts
  /** By match, what ends the following; null while it begins. */
  readonly #followed = new Map<string, (() => void) | null>()
  #closed = false

  constructor(player: string, parts: PlayerStreamParts) {
    this.#player = player
    this.#parts = parts
  }

  /**
   * Reads the list of the player's matches, and follows those that are new. Watchers are notified of new ones, except of
   * those at the `beginning`.
   * @throws CodedError `unavailable`.
   */
  async refresh(beginning = false): Promise<void> {
    if (this.#closed) return
    const before = [...this.#followed.keys()]
    const seats = await this.#parts.store.matchesOf(this.#player, MOST_FOLLOWED)
    const listed = new Set(seats.map(({ match }) => match))
    await Promise.all(before.filter((match) => !listed.has(match)).map((match) => this.#finish(match)))
    await Promise.all(seats.map(({ match }) => this.follow(match, beginning)))
  }

  /** A match is no longer in the list: watchers are notified of its end, if it has ended, and it is not followed. */
  async #finish(match: string): Promise<void> {
    await this.#use(match, (replica) => replica.catchUp())
    this.#unfollow(match)
  }

  /** Does nothing with a match that has expired, or that cannot be read here. @throws CodedError `unavailable`. */
  async #use(match: string, work: (replica: Replica) => void | Promise<void>): Promise<void> {
    try {
      await this.#parts.replicas.use(match, work)
    } catch (error) {
      if (!(error instanceof CodedError) || error.code === 'unavailable') throw error
    }
  }

  /**
   * Follows a match in which the player has a seat. Watchers are notified if it is in play, unless `silently`.
   * @throws CodedError `unavailable`.
   */
  async follow(match: string, silently = false): Promise<void> {
    if (this.#closed || this.#followed.has(match) || this.#followed.size >= MOST_FOLLOWED) return
    this.#followed.set(match, null)
    try {
      await this.#use(match, async (replica) => {
        // The player has just taken the seat, perhaps at another node.
        if (seatOf(replica.fold, this.#player) === null) await replica.catchUp()
        this.#begin(replica, silently)
      })
    } finally {
      if (this.#followed.get(match) === null) this.#followed.delete(match)
    }
  }

  #begin(replica: Replica, silently: boolean): void {
    const { match, notifier, fold } = replica
    const entry = ownMatch(fold, this.#player)
    if (!entry || this.#closed) return
    const release = this.#parts.replicas.retain(match)
    let before = fold
    const follower = {
      notify: ({ notice, fold: after }: Rendering): void => {
        if (notice.type === 'expired') this.#expired(after)
        else this.#advanced(before, after)
        before = after
      },
    }
    notifier.followers.add(follower)
    this.#followed.set(match, () => {
      notifier.followers.delete(follower)
      release()
    })
    if (!silently && entry.status === 'playing') this.#notify({ event: 'player:started', payload: entry })
  }

  #expired({ header: { id: match }, version }: Fold): void {
    this.#unfollow(match)
    this.#notify({ event: 'match:expired', payload: { match, version } })
  }

  #advanced(before: Fold, after: Fold): void {
    const ended = endedPayload(after)
    if (ended) {
      this.#unfollow(ended.match)
      this.#notify({ event: 'player:ended', payload: ended })
      return
    }
    const entry = ownMatch(after, this.#player)
    if (entry?.toAct === undefined) return
    if (!before.state) this.#notify({ event: 'player:started', payload: entry })
    else if (after.state?.toAct !== before.state.toAct) this.#notify({ event: 'player:turn', payload: entry })
  }

  #notify(event: PlayerServerEvent): void {
    for (const watcher of this.watchers) watcher.notify(event)
  }

  #unfollow(match: string): void {
    const stop = this.#followed.get(match)
    if (!stop) return
    this.#followed.delete(match)
    stop()
  }

  close(): void {
    this.#closed = true
    for (const match of [...this.#followed.keys()]) this.#unfollow(match)
  }
}
