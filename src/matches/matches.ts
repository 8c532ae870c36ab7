import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import type {
  ActRequest,
  CommitAnswer,
  CreateRequest,
  JoinRequest,
  PlayerRef,
  Replay,
  ResignRequest,
  ViewAnswer,
} from '../protocol/index.ts'
import type { Viewer } from '../rules/index.ts'
import { positionAnswer, replayAnswer, requireKnown, viewAnswer } from './answers.ts'
import { Commands } from './commands.ts'
import { Feeds } from './feeds.ts'
import { Waiters } from './waiters.ts'
import { Watch } from './watch.ts'
import type { Watcher } from './watch.ts'

export interface MatchesOptions {
  store: LiveStore
  logger: Logger
  /** Matches kept folded though nobody uses them at the moment. */
  maxIdle?: number
  /** Requests that may wait for a move at once. */
  maxWaiting?: number
  /** How often the store is told again who is connected here; it believes it for three times as long. */
  heartbeatMs?: number
}

const LONGEST_WAIT_MS = 60_000

/**
 * The life of matches: the one way in for everybody who plays, whatever he is connected by. Every command that changes a match
 * is one commit in the store, and is answered after it. Besides what each method names, all throw CodedError `unavailable`
 * while the store does not answer; a command may then have been committed or not, and can be sent again.
 */
export class Matches {
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #feeds: Feeds
  readonly #commands: Commands
  readonly #waiters: Waiters
  readonly #watches = new Set<Watch>()
  readonly #endedListeners = new Set<(match: string) => void>()
  readonly #heartbeatMs: number
  readonly #heartbeat: NodeJS.Timeout

  constructor({ store, logger, maxIdle = 2_000, maxWaiting = 2_000, heartbeatMs = 15_000 }: MatchesOptions) {
    this.#store = store
    this.#logger = logger
    this.#feeds = new Feeds(store, logger, maxIdle)
    this.#commands = new Commands(store, this.#feeds, logger, (match) => this.#tellEnded(match))
    this.#waiters = new Waiters(maxWaiting)
    store.listen({
      entry: (match, entry) => this.#feeds.entry(match, entry),
      presence: (match, seats) => this.#feeds.presence(match, seats),
      interrupted: () => this.#feeds.interrupted(),
    })
    this.#heartbeatMs = heartbeatMs
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref()
  }

  /**
   * A new match, in which the player waits for another; his view has the invitation code. A random seat is drawn from the seed,
   * so that it can be checked afterwards.
   */
  async create(player: PlayerRef, request: CreateRequest): Promise<ViewAnswer> {
    return this.view(player, await this.#commands.create(player, request))
  }

  /**
   * Takes the free seat. Whoever sits in the match already gets his view.
   * @throws CodedError `unknown-match`, `unknown-code`, `own-match`, `match-full`.
   */
  async join(player: PlayerRef, request: JoinRequest): Promise<ViewAnswer> {
    return this.view(player, await this.#commands.join(player, request))
  }

  /**
   * Does an action, decided on at a version. The same `actionId` again has the same answer and changes nothing.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`, `stale`, `bad-request` (a version
   * that is not there yet), `not-your-turn`, `illegal-action`; the first that holds.
   */
  async act(player: PlayerRef, request: ActRequest): Promise<CommitAnswer> {
    return this.#commands.act(player, request)
  }

  /**
   * Gives the match up, whatever its version. The same `actionId` again has the same answer.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`.
   */
  async resign(player: PlayerRef, request: ResignRequest): Promise<CommitAnswer> {
    return this.#commands.resign(player, request)
  }

  /**
   * What a player (null: a spectator without a name) sees now, and what he missed after a version.
   * @throws CodedError `unknown-match`, `unknown-version`.
   */
  async view(player: PlayerRef | null, match: string, sinceVersion?: number): Promise<ViewAnswer> {
    return this.#feeds.use(match, async (feed) => {
      if (sinceVersion !== undefined) await requireKnown(feed, sinceVersion)
      return viewAnswer(feed, player, sinceVersion)
    })
  }

  /**
   * The view as soon as the match is past version `after`, or as it is when `waitMs` (at most a minute) are over, when `signal`
   * aborts, when nothing more can happen or when the server stops; with what was missed.
   * @throws CodedError `unknown-match`, `unknown-version`; `unavailable` when too many wait already.
   */
  async waitForView(
    player: PlayerRef | null,
    match: string,
    after: number,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<ViewAnswer> {
    return this.#feeds.use(match, async (feed) => {
      await requireKnown(feed, after)
      if (feed.version === after && !feed.fold.outcome) {
        await this.#waiters.untilStep(feed, Math.min(waitMs, LONGEST_WAIT_MS), signal)
      }
      return viewAnswer(feed, player, after)
    })
  }

  /**
   * The view now, and everything from there on for the watcher, until `stop`. The watcher may be told of the next version before
   * the caller sees the answer, which is always of the version before. A player with a seat counts as connected meanwhile.
   * @throws CodedError `unknown-match`, `unknown-version`.
   */
  async watch(
    player: PlayerRef | null,
    match: string,
    sinceVersion: number | undefined,
    watcher: Watcher,
  ): Promise<{ answer: ViewAnswer; stop: () => Promise<void> }> {
    return this.#feeds.use(match, async (feed) => {
      if (sinceVersion !== undefined) await requireKnown(feed, sinceVersion)
      // From here to the end nothing is awaited: no version falls between the answer and the first update.
      const answer = viewAnswer(feed, player, sinceVersion)
      const release = this.#feeds.keep(match)
      const watch = new Watch(feed, player, watcher, this.#store, this.#logger, 3 * this.#heartbeatMs)
      this.#watches.add(watch)
      const stop = async (): Promise<void> => {
        if (this.#watches.delete(watch)) release()
        return watch.stop()
      }
      return { answer, stop }
    })
  }

  /**
   * What happened in a match that is still in the store: while it lives, as the caller could see it; after that, all of it.
   * @throws CodedError `unknown-match`.
   */
  async replayOfLive(player: PlayerRef | null, match: string): Promise<Replay> {
    return this.#feeds.use(match, (feed) => replayAnswer(feed, player))
  }

  /**
   * A match that is still in the store, at one of its versions: while it lives, as the caller could see it; after that, as any
   * viewer could.
   * @throws CodedError `unknown-match`, `unknown-version`, `not-your-match` for another's eyes on a match that lives.
   */
  async positionOfLive(player: PlayerRef | null, match: string, version: number, viewer?: Viewer): Promise<ViewAnswer> {
    return this.#feeds.use(match, (feed) => positionAnswer(feed, player, version, viewer))
  }

  /** From now on the listener is told of every match that a command on this node ended. */
  onEnded(listener: (match: string) => void): void {
    this.#endedListeners.add(listener)
  }

  #tellEnded(match: string): void {
    this.#logger.info({ match }, 'match ended')
    for (const listener of this.#endedListeners) {
      try {
        listener(match)
      } catch (error) {
        this.#logger.error({ err: error, match }, 'a listener for ended matches failed')
      }
    }
  }

  /** Says again who is connected, and asks who else is: a node that died says nothing. */
  #beat(): void {
    for (const watch of this.#watches) watch.heartbeat()
    for (const feed of this.#feeds.inUse()) {
      if (feed.listeners.size === 0) continue
      feed.askPresence().catch((error: unknown) => {
        this.#logger.warn({ err: error, match: feed.match }, 'presence could not be asked for')
      })
    }
  }

  /** Lets go of everybody who waits or watches. The store stays open. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    this.#waiters.releaseAll()
    const stopping = [...this.#watches].map((watch) => watch.stop())
    this.#watches.clear()
    await Promise.all(stopping)
    this.#feeds.close()
  }
}
