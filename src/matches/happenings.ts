import type { Logger } from 'pino'
import type { PlayerRef } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { CommitListener } from './committer.ts'
import type { Feed } from './feed.ts'

/** What others want to know of matches as a whole. It is told on the node that did it, after it was committed. */
export interface HappeningListener {
  /** A match is about to be created; not so if this throws (CodedError). */
  creating?(header: MatchHeader): Promise<void>
  /** A match waits for a second player. */
  created?(header: MatchHeader): void
  /** Both players are there. */
  started?(header: MatchHeader, players: [PlayerRef, PlayerRef]): void
  /** One of its players looks at it again, on a connection that lasts, while it goes on. */
  returned?(header: MatchHeader, player: PlayerRef): void
  /** It is over; a seat that nobody took is null. `aborted`: it goes into no history. */
  ended?(header: MatchHeader, players: [PlayerRef | null, PlayerRef | null], aborted: boolean): void
}

/** Tells the rest of the server what happens to matches. */
export class Happenings implements CommitListener {
  readonly #logger: Logger
  readonly #listeners = new Set<HappeningListener>()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  listen(listener: HappeningListener): void {
    this.#listeners.add(listener)
  }

  async creating(header: MatchHeader): Promise<void> {
    for (const listener of this.#listeners) await listener.creating?.(header)
  }

  created(header: MatchHeader): void {
    this.#tell((listener) => listener.created?.(header))
  }

  started({ fold: { header, players } }: Feed): void {
    this.#tell((listener) => listener.started?.(header, [players[0]!, players[1]!]))
  }

  returned({ fold: { header } }: Feed, player: PlayerRef): void {
    this.#tell((listener) => listener.returned?.(header, player))
  }

  ended({ fold: { header, players, outcome } }: Feed): void {
    const by = outcome?.by
    this.#logger.info({ match: header.id, by }, 'match ended')
    this.#tell((listener) => listener.ended?.(header, players, by === 'aborted'))
  }

  /** One listener's fault is not another's, nor that of who did it. */
  #tell(tell: (listener: HappeningListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener)
      } catch (error) {
        this.#logger.error({ err: error }, 'a listener for matches failed')
      }
    }
  }
}
