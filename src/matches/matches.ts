import type { Logger } from 'pino'
import type { LiveStore, MatchNews } from '../live/index.ts'
import { CodedError } from '../protocol/index.ts'
import type {
  AbortRequest,
  ActRequest,
  Chat,
  ChatLine,
  ClaimWinRequest,
  CommitAnswer,
  CreateRequest,
  DrawRequest,
  JoinRequest,
  MuteRequest,
  PlayerRef,
  Rematch,
  Replay,
  ResignRequest,
  SayRequest,
  ViewAnswer,
} from '../protocol/index.ts'
import { seatOf } from '../record/index.ts'
import type { MatchHeader } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import { positionAnswer, replayAnswer, requireAdmitted, requireKnown, viewAnswer } from './answers.ts'
import { Chats } from './chat.ts'
import { Commands } from './commands.ts'
import { Committer } from './committer.ts'
import { Deadlines } from './deadlines.ts'
import { Endings } from './endings.ts'
import type { Feed } from './feed.ts'
import { Feeds } from './feeds.ts'
import { Happenings } from './happenings.ts'
import type { HappeningListener } from './happenings.ts'
import { Rematches } from './rematches.ts'
import { Spectators } from './spectators.ts'
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
  /** How often matches are looked for whose time has run out. */
  deadlinesMs?: number
}

/** How a match is looked at, beside by whom. */
export interface Look {
  /** The last version seen: what happened since is told. */
  sinceVersion?: number | undefined
  /** Shows a private match to spectators. */
  code?: string | undefined
}

const LONGEST_WAIT_MS = 60_000
/** Who plays by plain HTTP is there for so long after each request. */
const HTTP_PRESENCE_MS = 45_000

/**
 * The life of matches: the one way in for everybody who plays, whatever he is connected by. Every command that changes a match
 * is one commit in the store, and is answered after it. Besides what each method names, all throw CodedError `unavailable`
 * while the store does not answer; a command may then have been committed or not, and can be sent again.
 */
export class Matches {
  readonly #happenings: Happenings
  readonly #store: LiveStore
  readonly #logger: Logger
  readonly #feeds: Feeds
  readonly #commands: Commands
  readonly #endings: Endings
  readonly #rematches: Rematches
  readonly #chats: Chats
  readonly #spectators: Spectators
  readonly #deadlines: Deadlines
  readonly #waiters: Waiters
  readonly #watches = new Set<Watch>()
  readonly #presenceTtlMs: number
  readonly #heartbeat: NodeJS.Timeout

  constructor({ store, logger, maxIdle = 2_000, maxWaiting = 2_000, heartbeatMs = 15_000, deadlinesMs = 1_000 }: MatchesOptions) {
    this.#store = store
    this.#logger = logger
    this.#happenings = new Happenings(logger)
    this.#feeds = new Feeds(store, logger, maxIdle)
    const committer = new Committer(store, this.#happenings)
    const feeds = this.#feeds
    this.#endings = new Endings(feeds, committer)
    this.#commands = new Commands({ store, feeds, committer, endings: this.#endings, logger })
    this.#rematches = new Rematches(store, feeds, (header, guest) => this.open(header, guest))
    this.#chats = new Chats(store, feeds)
    this.#waiters = new Waiters(maxWaiting)
    this.#presenceTtlMs = 3 * heartbeatMs
    this.#spectators = new Spectators(store, this.#presenceTtlMs, logger)
    store.subscribe({ news: (news) => this.#hear(news), interrupted: () => feeds.interrupted() })
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs).unref()
    const flag = (match: string): Promise<void> => this.#endings.flagMatch(match)
    this.#deadlines = new Deadlines({ store, flag, everyMs: deadlinesMs, logger })
  }

  /** From now on the listener is told what happens to matches by what is done on this node. */
  listen(listener: HappeningListener): void {
    this.#happenings.listen(listener)
  }

  // Playing ---------------------------------------------------------------------------------------------------------------

  /**
   * A new match, in which the player waits for another; his view has the invitation code. A random seat is drawn from the seed,
   * so that it can be checked afterwards.
   * @throws CodedError `limit-reached` for an open table.
   */
  async create(player: PlayerRef, request: CreateRequest): Promise<ViewAnswer> {
    const header = await this.#commands.create(player, request, (header) => this.#happenings.creating(header))
    this.#happenings.created(header)
    return this.view(player, header.id)
  }

  /** Makes a match of two players who are both known. Any number of times, on any nodes, is the same as once. */
  async open(header: MatchHeader, guest: PlayerRef): Promise<void> {
    await this.#commands.open(header, guest)
  }

  /**
   * Takes the free seat. Whoever sits in the match already gets his view.
   * @throws CodedError `unknown-match`, `unknown-code`, `code-needed`, `own-match`, `match-full`, `not-joinable`.
   */
  async join(player: PlayerRef, request: JoinRequest): Promise<ViewAnswer> {
    return this.view(player, await this.#commands.join(player, request))
  }

  /**
   * Does an action, decided on at a version. The same `actionId` again has the same answer and changes nothing.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`, `stale`, `bad-request` (a version
   * that is not there yet), `not-your-turn`, `illegal-action`, `late`; the first that holds.
   */
  async act(player: PlayerRef, request: ActRequest): Promise<CommitAnswer> {
    return this.#commands.act(player, request)
  }

  // Ending ----------------------------------------------------------------------------------------------------------------

  /**
   * Gives the match up, whatever its version. As with all of these, the same `actionId` again has the same answer.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`.
   */
  async resign(player: PlayerRef, request: ResignRequest): Promise<CommitAnswer> {
    return this.#endings.resign(player, request)
  }

  /**
   * Ends a match that has hardly begun, as if it had not been: before both have moved, or, by its host, before somebody joins.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-over`, `not-now`.
   */
  async abort(player: PlayerRef, request: AbortRequest): Promise<CommitAnswer> {
    return this.#endings.abort(player, request)
  }

  /**
   * Offers a draw, or answers the other player's offer. An offer to one who has offered is an agreement.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`, `not-now`.
   */
  async draw(player: PlayerRef, request: DrawRequest): Promise<CommitAnswer> {
    return this.#endings.draw(player, request)
  }

  /**
   * Claims the win because the other player has been away for longer than the grace.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-not-started`, `match-over`, `not-away`.
   */
  async claim(player: PlayerRef, request: ClaimWinRequest): Promise<CommitAnswer> {
    return this.#endings.claim(player, request)
  }

  /** Takes back a match that nobody has joined, in its host's name. Does nothing to one that somebody has. */
  async cancel(match: string): Promise<void> {
    await this.#endings.cancel(match)
  }

  /**
   * Says that the player wants to play again; once both do, the answer names the next match.
   * @throws CodedError `unknown-match`, `not-your-match`, `not-now` while the match is not over.
   */
  async rematch(player: PlayerRef, match: string): Promise<Rematch> {
    return this.#rematches.offer(player, match)
  }

  // Talking ---------------------------------------------------------------------------------------------------------------

  /**
   * Says something to the other player, or, without a seat, to the other spectators.
   * @throws CodedError `unknown-match`, `code-needed`, `bad-request`, `rate-limited`.
   */
  async say(player: PlayerRef, request: SayRequest): Promise<ChatLine> {
    return this.#chats.say(player, request)
  }

  /** What was said in the player's room. @throws CodedError `unknown-match`, `code-needed`. */
  async chat(player: PlayerRef, match: string, code?: string): Promise<Chat> {
    return this.#chats.read(player, match, code)
  }

  /** From now on the player reads the other one no more, or does again. @throws CodedError `unknown-match`, `not-your-match`. */
  async mute(player: PlayerRef, request: MuteRequest): Promise<void> {
    await this.#chats.mute(player, request)
  }

  // Looking ---------------------------------------------------------------------------------------------------------------

  /**
   * What a player (null: a spectator without a name) sees now, and what he missed after a version.
   * @throws CodedError `unknown-match`, `code-needed`, `unknown-version`.
   */
  async view(player: PlayerRef | null, match: string, { sinceVersion, code }: Look = {}): Promise<ViewAnswer> {
    return this.#feeds.use(match, async (feed) => {
      requireAdmitted(feed.fold, player, code)
      if (sinceVersion !== undefined) await requireKnown(feed, sinceVersion)
      return viewAnswer(feed, player, this.#store.now(), sinceVersion)
    })
  }

  /**
   * The view as soon as the match is past version `after`, or as it is when `waitMs` (at most a minute) are over, when `signal`
   * aborts, when nothing more can happen or when the server stops; with what was missed.
   * @throws CodedError `unknown-match`, `code-needed`, `unknown-version`; `unavailable` when too many wait already.
   */
  async waitForView(
    player: PlayerRef | null,
    match: string,
    { sinceVersion, code }: Look & { sinceVersion: number },
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<ViewAnswer> {
    return this.#feeds.use(match, async (feed) => {
      requireAdmitted(feed.fold, player, code)
      await requireKnown(feed, sinceVersion)
      if (feed.version === sinceVersion && !feed.fold.outcome) {
        await this.#waiters.untilStep(feed, Math.min(waitMs, LONGEST_WAIT_MS), signal)
      }
      return viewAnswer(feed, player, this.#store.now(), sinceVersion)
    })
  }

  /**
   * The view now, and everything from there on for the watcher, until `stop`. The watcher may be told of the next version before
   * the caller sees the answer, which is always of the version before. A player with a seat counts as connected meanwhile.
   * @throws CodedError `unknown-match`, `code-needed`, `unknown-version`.
   */
  async watch(
    player: PlayerRef | null,
    match: string,
    { sinceVersion, code }: Look,
    watcher: Watcher,
  ): Promise<{ answer: ViewAnswer; stop: () => Promise<void> }> {
    return this.#feeds.use(match, async (feed) => {
      requireAdmitted(feed.fold, player, code)
      if (sinceVersion !== undefined) await requireKnown(feed, sinceVersion)
      // From here to the end nothing is awaited: no version falls between the answer and the first update.
      const answer = viewAnswer(feed, player, this.#store.now(), sinceVersion)
      const release = this.#feeds.keep(match)
      const watch = this.#newWatch(feed, player, watcher)
      const { state, outcome } = feed.fold
      if (player && state && !outcome && seatOf(feed.fold, player.id) !== null) this.#happenings.returned(feed, player)
      this.#watches.add(watch)
      const stop = async (): Promise<void> => {
        if (this.#watches.delete(watch)) release()
        return watch.stop()
      }
      return { answer, stop }
    })
  }

  #newWatch(feed: Feed, player: PlayerRef | null, watcher: Watcher): Watch {
    return new Watch({
      feed, player, watcher,
      store: this.#store,
      spectators: this.#spectators,
      rematch: () => this.#rematches.state(feed.match),
      logger: this.#logger,
      presenceTtlMs: this.#presenceTtlMs,
    })
  }

  /**
   * A player who has a seat is there, though not on a connection that lasts: for `waitMs` and a while. Who has none is not counted.
   * Never rejects.
   */
  async seen(player: PlayerRef, match: string, waitMs = 0): Promise<void> {
    try {
      await this.#feeds.use(match, async ({ fold }) => {
        const seat = seatOf(fold, player.id)
        if (seat !== null && !fold.outcome) await this.#store.connect(match, seat, 'http', waitMs + HTTP_PRESENCE_MS)
      })
    } catch (error) {
      if (!(error instanceof CodedError)) this.#logger.warn({ err: error, match }, 'presence could not be told')
    }
  }

  /**
   * What happened in a match that is still in the store: while it lives, as the caller could see it; after that, all of it.
   * @throws CodedError `unknown-match`, `code-needed`.
   */
  async replayOfLive(player: PlayerRef | null, match: string): Promise<Replay> {
    return this.#feeds.use(match, (feed) => {
      requireAdmitted(feed.fold, player)
      return replayAnswer(feed, player)
    })
  }

  /**
   * A match that is still in the store, at one of its versions: while it lives, as the caller could see it; after that, as any
   * viewer could.
   * @throws CodedError `unknown-match`, `code-needed`, `unknown-version`, `not-your-match` for another's eyes on a match that lives.
   */
  async positionOfLive(player: PlayerRef | null, match: string, version: number, viewer?: Viewer): Promise<ViewAnswer> {
    return this.#feeds.use(match, (feed) => {
      requireAdmitted(feed.fold, player)
      return positionAnswer(feed, player, version, viewer)
    })
  }

  /** Whether a match is over, or not there at all. @throws CodedError `unavailable`. */
  async isOver(match: string): Promise<boolean> {
    try {
      return await this.#feeds.use(match, ({ fold }) => fold.outcome !== null)
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-match') return true
      throw error
    }
  }

  // -----------------------------------------------------------------------------------------------------------------------

  #hear(news: MatchNews): void {
    switch (news.type) {
      case 'entry':
        return this.#feeds.entry(news.match, news.entry)
      case 'attendance':
        return this.#feeds.attendance(news.match, news.attendance)
      case 'chat': {
        const { match, room, line, muted } = news
        return this.#feeds.chat({ match, room, line }, muted)
      }
      case 'rematch':
        return void this.#tellRematch(news.match, () => this.#rematches.made(news.match, news.rematch))
    }
  }

  async #tellRematch(match: string, made: () => Promise<Rematch>): Promise<void> {
    try {
      this.#feeds.rematch(await made())
    } catch (error) {
      this.#logger.warn({ err: error, match }, 'a rematch could not be told of')
    }
  }

  /** Says again who is connected, and asks who else is: a node that died says nothing. */
  #beat(): void {
    for (const watch of this.#watches) watch.heartbeat()
    this.#spectators.heartbeat()
    for (const feed of this.#feeds.inUse()) {
      if (!feed.isWatched) continue
      feed.askAttendance().catch((error: unknown) => {
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
    await Promise.all([...stopping, this.#deadlines.stop()])
    await this.#spectators.close()
    this.#feeds.close()
  }
}
