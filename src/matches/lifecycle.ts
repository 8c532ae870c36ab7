import type { Logger } from 'pino'
import type { GameOptions, PlayerRef } from '../protocol/index.ts'
import type { EntryBody, Fold, MatchHeader } from '../record/index.ts'
import { awaitsBot, isGame, playedOptions } from '../record/index.ts'
import type { CommitListener } from './committer.ts'
import type { Replica } from './replica/replica.ts'

/** Is notified of matches as a whole, on the node that did something, after the commit. */
export interface LifecycleSubscriber {
  /** A match is about to be created. It is not created if this rejects (CodedError). */
  creating?(header: MatchHeader): Promise<void>
  /** A match waits for a second player. */
  created?(header: MatchHeader): void
  /** Both players have a seat. */
  started?(header: MatchHeader, players: [PlayerRef, PlayerRef]): void
  /** The other seat decides now, or the first one does. */
  turned?(fold: Fold): void
  /** The server has to play in a match: this node holds the lease of the turn. */
  awaitsBot?(match: string): void
  /** A match is in play: it has started, or one of its players watches it again. */
  playing?(match: {
    header: MatchHeader
    options: GameOptions
    players: [PlayerRef, PlayerRef]
    startedAt: number
  }): void
  /** The match is over. A seat that nobody took is null. An `aborted` match, or one that someone played alone, does not enter the history. */
  ended?(header: MatchHeader, players: [PlayerRef | null, PlayerRef | null], aborted: boolean): void
  /** The match is over, as `ended` says; with the match as it is, and the entry that has ended it. */
  over?(fold: Fold, last: EntryBody): void
}

/** Notifies the rest of the server of how matches begin and end. */
export class Lifecycle implements CommitListener {
  readonly #logger: Logger
  readonly #subscribers = new Set<LifecycleSubscriber>()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  subscribe(subscriber: LifecycleSubscriber): void {
    this.#subscribers.add(subscriber)
  }

  /** @throws CodedError as the subscribers do. */
  async creating(header: MatchHeader): Promise<void> {
    for (const subscriber of this.#subscribers) await subscriber.creating?.(header)
  }

  created(header: MatchHeader): void {
    this.#logger.info({ match: header.id, player: header.host.player.id }, 'match created')
    this.#notify((subscriber) => subscriber.created?.(header))
  }

  started(replica: Replica): void {
    const { header, players } = replica.fold
    this.#logger.info({ match: header.id, players: players.map((player) => player!.id) }, 'match started')
    this.#notify((subscriber) => subscriber.started?.(header, [players[0]!, players[1]!]))
    this.playing(replica)
  }

  advanced(before: Fold, { fold }: Replica): void {
    if (awaitsBot(fold) !== null) this.#notify((subscriber) => subscriber.awaitsBot?.(fold.header.id))
    const toAct = fold.outcome ? null : (fold.state?.toAct ?? null)
    if (toAct === null || toAct === before.state?.toAct) return
    this.#notify((subscriber) => subscriber.turned?.(fold))
  }

  playing({ fold }: Replica): void {
    const { header, startedAt } = fold
    const players: [PlayerRef, PlayerRef] = [fold.players[0]!, fold.players[1]!]
    const match = { header, options: playedOptions(fold), players, startedAt: startedAt! }
    this.#notify((subscriber) => subscriber.playing?.(match))
  }

  ended({ fold }: Replica, last: EntryBody): void {
    const { header, players, outcome } = fold
    const by = outcome?.by
    this.#logger.info({ match: header.id, by }, 'match ended')
    this.#notify((subscriber) => subscriber.ended?.(header, players, !isGame(fold)))
    this.#notify((subscriber) => subscriber.over?.(fold, last))
  }

  /** A fault of one subscriber must not reach the others, nor the player who acted. */
  #notify(notify: (subscriber: LifecycleSubscriber) => void): void {
    for (const subscriber of this.#subscribers) {
      try {
        notify(subscriber)
      } catch (error) {
        this.#logger.error({ err: error }, 'a subscriber to the lifecycle of matches failed')
      }
    }
  }
}
