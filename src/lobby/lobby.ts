import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { LiveStore, LobbyStores } from '../live/index.ts'
import type { RatedPlayers } from '../matches/index.ts'
import { anyRatedPlayers } from '../matches/index.ts'
import type { EventTo, PlayerRef } from '../protocol/index.ts'
import { houseBotLevel } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { isOfLadder, originOf, termsOf } from '../record/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { People } from './challenges.ts'
import { Challenges } from './challenges.ts'
import { PlayerConnections } from './connections.ts'
import { logFailure } from './failures.ts'
import { Invitations } from './invitations.ts'
import type { LadderTerms } from './ladder.ts'
import { Ladder, noLadder } from './ladder.ts'
import type { LobbyMatches, MatchInPlay, RatingOf } from './matches.ts'
import { OnlineDirectory } from './online.ts'
import { Pairer } from './pairer.ts'
import type { PlayedSince } from './pool-uses.ts'
import { PoolUses } from './pool-uses.ts'
import { isRealTime } from './pools.ts'
import { PublicMatches } from './public-matches.ts'
import { Queue } from './queue.ts'
import { patientRatings } from './ratings.ts'
import { Tables } from './tables.ts'
import { Tasks } from './tasks.ts'
import type { LobbyTimes } from './times.ts'
import { LOBBY_TIMES } from './times.ts'

export interface LobbyOptions {
  stores: Omit<LobbyStores, 'close'>
  live: Pick<LiveStore, 'attendance' | 'now'>
  matches: LobbyMatches
  people: People
  /** Who may play rated matches; by default, everybody may. */
  rated?: RatedPlayers
  /** If it rejects, the player counts as new. */
  ratingOf: RatingOf
  /** By default nobody has played. */
  playedSince?: PlayedSince
  logger: Logger
  /** Whether the server plays bots, which the queue can then give to players; by default it does not. */
  playsBots?: boolean
  /** By default there is none. */
  ladder?: LadderTerms
  /** Throws CodedError `paused` while no new matches can begin; by default, they can. */
  requireOpen?: () => void
  times?: Partial<LobbyTimes>
}

/** A node that has reported a match as played does not do so again for so long (ms), for so many matches. */
const REPORTED = { max: 10_000, ttl: 60_000 }

/**
 * How players find each other: the queue, the open tables and challenges, and what invitations lead to; and which matches
 * can be watched. (A player with an invitation code joins the match itself.)
 */
export class Lobby {
  readonly queue: Queue
  readonly tables: Tables
  readonly challenges: Challenges
  readonly publicMatches: PublicMatches
  readonly invitations: Invitations
  readonly online: OnlineDirectory
  /** Those to this node. */
  readonly connections: PlayerConnections
  readonly #stores: LobbyOptions['stores']
  readonly #pairer: Pairer
  readonly #ladder: Ladder
  readonly #tasks: Tasks
  readonly #renewals: BackgroundWork
  readonly #expiries: BackgroundWork
  /** The matches that this node has lately reported as played. */
  readonly #reported = new LRUCache<string, true>(REPORTED)

  constructor(options: LobbyOptions) {
    const {
      stores,
      live,
      matches,
      people,
      ratingOf,
      playedSince = () => Promise.resolve([]),
      logger,
      playsBots = false,
      ladder = noLadder,
      requireOpen = () => undefined,
      times: some,
    } = options
    const { rated = anyRatedPlayers(logger) } = options
    const times = { ...LOBBY_TIMES, ...some }
    const ratings = patientRatings(ratingOf, times.rating, logger)
    const { queue, pairings, presence } = stores
    this.#stores = stores
    this.#pairer = new Pairer({ queue, pairings, matches, rated, logger, places: ladder.places, times })
    this.queue = new Queue({
      store: queue,
      matches,
      pairer: this.#pairer,
      uses: new PoolUses({ shown: stores.shown, live, playedSince, logger, times }),
      rated,
      ratingOf: ratings,
      playsBots,
      ladder,
      requireOpen,
      times,
    })
    this.#ladder = new Ladder({ store: stores.ladder, places: ladder.places, matches, logger, times })
    this.online = new OnlineDirectory({ store: presence, logger, everyMs: times.online })
    this.tables = new Tables({ store: stores.tables, live, matches, ratingOf: ratings, logger, times })
    this.challenges = new Challenges({
      store: stores.challenges,
      online: this.online,
      matches,
      people,
      ratedPlayers: rated,
      ratingOf: ratings,
    })
    this.connections = new PlayerConnections(this.queue, this.challenges, this.online)
    this.invitations = new Invitations({ matches, ratingOf: ratings })
    this.publicMatches = new PublicMatches({ store: stores.shown, live, matches, ratingOf: ratings, logger, times })
    this.#tasks = new Tasks((error) => logFailure(logger, error, 'the lobby store could not be updated about a match'))
    this.#renewals = new BackgroundWork({
      round: () => this.queue.renew(),
      everyMs: times.renewal,
      waitsFirst: true,
      failed: (error) => logFailure(logger, error, 'tickets could not be renewed; the lobby tries again'),
    })
    this.#expiries = new BackgroundWork({
      round: () => stores.challenges.expire(),
      everyMs: times.poll,
      waitsFirst: true,
      failed: (error) => logFailure(logger, error, 'challenges could not be ended; the lobby tries again'),
    })
    stores.news.subscribe({
      news: (news) => {
        this.queue.news(news)
        this.tables.news(news)
        this.challenges.news(news)
        if (news.type === 'started') matches.announced(news.match, news.players)
        if (news.type === 'told') this.connections.tell(news.players, news.event)
      },
      interrupted: () => {
        this.#renewals.notify()
        this.tables.interrupted()
        matches.interrupted()
      },
    })
    matches.listen({
      creating: async (header) => {
        if (isTable(header)) await this.tables.reserve(header)
      },
      created: (header) => {
        if (isTable(header)) this.#tasks.start(this.tables.open(header))
      },
      started: (header, players) => this.#tasks.start(this.#started(header, players)),
      playing: (match) => this.#tasks.start(this.#played(match)),
      ended: (header, players) => this.#tasks.start(this.#ended(header, players)),
    })
  }

  /**
   * Sends an event to some players, or to everybody (null), on all of their connections to any node. It may be lost with a
   * node or a connection. @throws CodedError `unavailable`.
   */
  tell(players: readonly string[] | null, event: EventTo<'player'>): Promise<void> {
    return this.#stores.news.announce({ type: 'told', players, event })
  }

  async #started(header: MatchHeader, players: readonly PlayerRef[]): Promise<void> {
    const ids = players.flatMap(peopleOf)
    await this.#stores.news.announce({ type: 'started', match: header.id, players: ids })
    if (isTable(header)) await this.tables.close(header.id)
  }

  /** After an outage all players come back at once, and each match is reported once. */
  async #played(match: MatchInPlay): Promise<void> {
    const { header, players } = match
    if (this.#reported.has(header.id)) return
    // The embedded stores forget at a restart which matches are played.
    if (isOfLadder(header)) await this.#ladder.playing(header)
    else if (isRealTime(termsOf(header))) await this.#stores.queue.matchBegan(header.id, players.flatMap(peopleOf))
    await this.publicMatches.show(match)
    this.#reported.set(header.id, true)
  }

  async #ended(header: MatchHeader, players: readonly (PlayerRef | null)[]): Promise<void> {
    this.#reported.delete(header.id)
    if (termsOf(header).visibility === 'public') await this.publicMatches.hide(header.id)
    if (isTable(header)) await this.tables.close(header.id)
    if (isOfLadder(header)) {
      await this.#ladder.ended(header)
      return
    }
    // The queue retains nothing about other matches.
    if (!isRealTime(termsOf(header)) && originOf(header) !== 'queue') return
    await this.#stores.queue.matchEnded(header.id, players.flatMap(peopleOf))
  }

  /** Begins nothing more. Resolves when what was begun is done. The stores stay open. */
  async close(): Promise<void> {
    const parts = [this.#renewals, this.#expiries, this.online, this.tables, this.publicMatches, this.#ladder]
    await Promise.all([this.#pairer.close(), ...parts.map((part) => part.stop()), this.#tasks.ended()])
  }
}

/** The id of a player, unless the server plays them: one of its bots plays many matches at once. */
const peopleOf = (player: PlayerRef | null): string[] =>
  player && houseBotLevel(player.id) === undefined ? [player.id] : []

const isTable = (header: MatchHeader): boolean => originOf(header) === 'table'
