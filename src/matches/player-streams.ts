import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { OwnMatchesAnswer, PlayerRef } from '../protocol/index.ts'
import { Rounds } from '../time/index.ts'
import type { OwnMatches } from './own-matches.ts'
import type { PlayerStreamParts, PlayerWatcher } from './player-stream.ts'
import { PlayerStream } from './player-stream.ts'

interface PlayerStreamsParts extends PlayerStreamParts {
  own: OwnMatches
  logger: Logger
}

/** The first page of the list that a watcher gets. */
const LISTED = 50
/** The time between two readings of the list of a player's matches (ms): a node that died may not have announced one. */
const REFRESH_MS = 300_000

/** How many lists are read at the same time: a node with many watchers must not ask the store for all at once. */
const MOST_READINGS = 50

/** The streams of the players who watch their matches at this node. */
export class PlayerStreams {
  readonly #parts: PlayerStreamsParts
  /** By player. */
  readonly #streams = new Map<string, PlayerStream>()
  readonly #refreshes: Rounds<PlayerStream>
  readonly #readings = pLimit(MOST_READINGS)

  constructor(parts: PlayerStreamsParts) {
    this.#parts = parts
    this.#refreshes = new Rounds({
      items: () => this.#streams.values(),
      visit: (streams) => streams.forEach((stream) => this.#refresh(stream)),
      everyMs: REFRESH_MS,
    })
  }

  /**
   * Answers the list of a player's matches, and notifies the watcher of what happens in them from then on, until `stop`
   * is called. The watcher may be notified before the caller has the answer, and of what the answer contains.
   * @throws CodedError `unavailable`.
   */
  async watch(player: PlayerRef, watcher: PlayerWatcher): Promise<{ answer: OwnMatchesAnswer; stop: () => void }> {
    const stream = this.#streams.get(player.id) ?? new PlayerStream(player.id, this.#parts)
    this.#streams.set(player.id, stream)
    stream.watchers.add(watcher)
    const stop = (): void => {
      stream.watchers.delete(watcher)
      if (stream.watchers.size > 0 || this.#streams.get(player.id) !== stream) return
      this.#streams.delete(player.id)
      stream.close()
    }
    try {
      await stream.refresh(true)
      return { answer: await this.#parts.own.page(player, { limit: LISTED }), stop }
    } catch (error) {
      stop()
      throw error
    }
  }

  /** Players have a seat in a match, which some node has announced. */
  seated(match: string, players: readonly string[]): void {
    for (const player of players) {
      const stream = this.#streams.get(player)
      if (stream) this.#guard(stream.follow(match))
    }
  }

  /** Announcements may have been missed: the lists of all players are read again, a few at a time. */
  interrupted(): void {
    // Readings that have not begun are among those that begin now.
    this.#readings.clearQueue()
    for (const stream of this.#streams.values()) this.#refresh(stream)
  }

  #refresh(stream: PlayerStream): void {
    this.#guard(this.#readings(() => stream.refresh()))
  }

  /** What fails now is made up for by the next refresh. */
  #guard(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'the matches of a player could not be followed; the node tries again')
    })
  }

  close(): void {
    this.#refreshes.stop()
    this.#readings.clearQueue()
    for (const stream of this.#streams.values()) stream.close()
    this.#streams.clear()
  }
}
