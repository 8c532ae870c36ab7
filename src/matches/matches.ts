import type { Logger } from 'pino'
import type { Limiters } from '../limits/index.ts'
import { localLimiters } from '../limits/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { GameKind, Snapshot } from '../protocol/index.ts'
import type { Fold, Folded, MatchRecord } from '../record/index.ts'
import { kindOf, statusOf } from '../record/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import { Rounds } from '../time/index.ts'
import { Beginnings } from './beginnings.ts'
import { Chats } from './chats.ts'
import { Committer } from './committer.ts'
import { pollDeadlines } from './deadline-poller.ts'
import { Endings } from './endings.ts'
import { Explanations } from './explanations.ts'
import type { Adviser } from './hints.ts'
import { Hints } from './hints.ts'
import { Lifecycle } from './lifecycle.ts'
import type { LongPollLimits } from './long-polls.ts'
import { LongPolls } from './long-polls.ts'
import type { NewsSources } from './news/kinds.ts'
import { nextGames } from './next-header.ts'
import { OpenMatches } from './open-matches.ts'
import { OwnMatches } from './own-matches.ts'
import { Play } from './play.ts'
import { PlayerStreams } from './player-streams.ts'
import type { RatedPlayers } from './rated-players.ts'
import { anyRatedPlayers } from './rated-players.ts'
import { Rematches } from './rematches.ts'
import type { Replica } from './replica/replica.ts'
import { Replicas } from './replica/replicas.ts'
import type { SealedDeals } from './sealed-deals.ts'
import { noSealedDeals } from './sealed-deals.ts'
import { Seals } from './seals.ts'
import { Tries } from './tries.ts'
import { Views } from './views.ts'
import { Watches } from './watching/watches.ts'

export interface MatchesOptions {
  store: LiveStore
  logger: Logger
  /** Limits that all nodes share; by default this node counts alone. */
  limiters?: Limiters
  /** Throws CodedError `muted` for a player who must not talk; by default, everybody may. */
  requireTalk?: (player: string) => void
  /** Who may play rated matches; by default, everybody may. */
  rated?: RatedPlayers
  /** Throws CodedError `paused` while no new matches can begin; by default, they can. */
  requireOpen?: () => void
  /** Whether this server plays bots; by default it does not. */
  playsBots?: boolean
  /** Whether whoever creates a match may choose its seed; by default they may not. */
  testMode?: boolean
  /** The record of a game of the history, for matches on its deal or from a position of it; by default there are none. */
  recordOf?: (id: string) => Promise<MatchRecord | null>
  /** The deals of the day; by default there are none. */
  sealedDeals?: SealedDeals
  /** Looks for hints; by default there are none. */
  advise?: Adviser | null
  /** How many replicas are retained that nobody uses. */
  maxIdle?: number
  /** How long a replica is retained that nobody uses (ms): long enough for the next request of a slow player. */
  idleMs?: number
  /** How many requests may wait for a move at the same time. */
  longPolls?: LongPollLimits
  /** How many matches that have not ended one player may have created. */
  maxOpenPerPlayer?: number
  /**
   * The time between two reports of who is connected here, and between two readings of who is elsewhere (ms); the store
   * believes a report for three times as long.
   */
  renewalMs?: number
  /** The time between two polls for matches whose time has run out (ms). */
  deadlinePollMs?: number
}

const DEFAULTS = {
  limiters: localLimiters,
  requireTalk: () => undefined,
  requireOpen: () => undefined,
  playsBots: false,
  testMode: false,
  recordOf: () => Promise.resolve(null),
  sealedDeals: noSealedDeals,
  advise: null,
  maxIdle: 2_000,
  idleMs: 15 * 60_000,
  longPolls: { inAll: 2_000, perPlayer: 20, perAddress: 100 },
  maxOpenPerPlayer: 50,
  renewalMs: 15_000,
  deadlinePollMs: 1_000,
}

/**
 * The life of matches on one node: what everybody who plays or watches goes through, whatever their transport. All parts
 * throw CodedError `unavailable` while the store does not answer; a command may then be committed or not, and can be
 * sent again.
 */
export class Matches {
  readonly play: Play
  readonly endings: Endings
  readonly rematches: Rematches
  readonly chats: Chats
  readonly views: Views
  readonly seals: Seals
  readonly explanations: Explanations
  readonly hints: Hints
  readonly own: OwnMatches
  readonly streams: PlayerStreams
  readonly watches: Watches
  readonly lifecycle: Lifecycle
  /** The time by which matches are timed (ms since 1970). */
  readonly now: () => number
  readonly #replicas: Replicas
  readonly #longPolls: LongPolls
  readonly #deadlinePolls: BackgroundWork
  /** Reads again who is connected elsewhere, and ends matches whose sealed deals have opened. */
  readonly #refreshes: Rounds<Replica>
  readonly #drops: NodeJS.Timeout

  constructor(options: MatchesOptions) {
    const { store, logger, renewalMs, deadlinePollMs, ...bounds } = { ...DEFAULTS, ...options }
    const { playsBots, testMode, rated = anyRatedPlayers(logger) } = bounds
    this.now = () => store.now()
    const lifecycle = (this.lifecycle = new Lifecycle(logger))
    const sources: NewsSources = { store, createNext: (match, rematch) => this.rematches.createNext(match, rematch) }
    const replicas = (this.#replicas = new Replicas({ store, sources, logger }, bounds))
    const committer = new Committer(store, lifecycle, nextGames(rated))
    const endings = (this.endings = new Endings(replicas, committer, this.now))
    const openMatches = new OpenMatches(bounds.maxOpenPerPlayer, (match) => this.views.isOver(match))
    lifecycle.subscribe(openMatches)
    lifecycle.subscribe({ over: (fold, last) => void rated.over(fold, last) })
    const { recordOf, sealedDeals } = bounds
    const seals = (this.seals = new Seals({ replicas, now: this.now }))
    const beginnings = new Beginnings({ replicas, recordOf, sealedDeals, seals })
    const play = (this.play = new Play({
      store,
      replicas,
      committer,
      endings,
      lifecycle,
      openMatches,
      beginnings,
      tries: new Tries({ replicas, sealedDeals, now: this.now }),
      rated,
      requireOpen: bounds.requireOpen,
      playsBots,
      testMode,
    }))
    this.rematches = new Rematches({ store, replicas, play, rated, requireOpen: bounds.requireOpen, playsBots })
    this.chats = new Chats(store, replicas, bounds.requireTalk, bounds.limiters)
    const longPolls = (this.#longPolls = new LongPolls(bounds.longPolls))
    const goOn = (fold: Fold): Promise<void> => this.rematches.goOn(fold)
    const views = (this.views = new Views({ store, replicas, longPolls, seals, goOn }))
    this.explanations = new Explanations(replicas, views)
    this.hints = new Hints(replicas, bounds.advise)
    const own = (this.own = new OwnMatches(store, replicas))
    const streams = (this.streams = new PlayerStreams({ store, replicas, own, logger }))
    lifecycle.subscribe({
      created: ({ id, host }) => streams.seated(id, [host.player.id]),
      started: ({ id }, players) =>
        streams.seated(
          id,
          players.map((player) => player.id),
        ),
    })
    this.watches = new Watches({ store, replicas, views, lifecycle, logger, renewalMs })
    store.subscribe({
      news: (news) => replicas.receive(news),
      interrupted: (match) => replicas.interrupted(match),
    })
    const flag = (match: string): Promise<void> => endings.flagMatch(match)
    const notEnded = (error: unknown): void =>
      logger.warn({ err: error }, 'a match on an opened deal could not be ended')
    this.#deadlinePolls = pollDeadlines({ store, flag, everyMs: deadlinePollMs, logger })
    this.#refreshes = new Rounds({
      items: () => replicas.watched(),
      visit: (watched) => {
        replicas.refresh(watched)
        for (const replica of watched) if (endings.hasToEnd(replica)) void flag(replica.match).catch(notEnded)
      },
      everyMs: renewalMs,
    })
    this.#drops = setInterval(() => replicas.dropStale(), renewalMs).unref()
  }

  /**
   * A whole match, for the part of the server that plays the bots. Nothing of it may reach anyone as it is.
   * @throws CodedError `unknown-match`, `other-rules`, `unavailable`.
   */
  async whole(match: string): Promise<Folded> {
    return this.#replicas.use(match, ({ folded }) => folded)
  }

  /**
   * A whole match that has ended, for the history, if this node has folded it and the store still has the same; null if
   * not. @throws CodedError `unknown-match`, `unavailable`.
   */
  async ended(match: string): Promise<Folded | null> {
    return this.#replicas.useKnown(match, async (replica) => {
      await replica.catchUp()
      return replica.fold.outcome && replica.folded
    })
  }

  /** The matches of which this node has a replica. */
  *known(): Generator<{ kind: GameKind; state: Snapshot['status'] }> {
    for (const fold of this.#replicas.folds()) yield { kind: kindOf(fold.header), state: statusOf(fold) }
  }

  /** Answers all requests that wait, and stops all watches. The store stays open. */
  async close(): Promise<void> {
    this.#refreshes.stop()
    clearInterval(this.#drops)
    this.#longPolls.releaseAll()
    this.streams.close()
    await Promise.all([this.watches.close(), this.#deadlinePolls.stop()])
    this.#replicas.close()
  }
}
