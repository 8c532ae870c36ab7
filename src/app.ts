import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Analyses } from './analysis/index.ts'
import type { Disturbances } from './commands/index.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import { openDatabase } from './database/index.ts'
import { DailyDeals } from './deals/index.ts'
import { Gateway } from './gateway/index.ts'
import type { Archive } from './history/index.ts'
import { GameReader, meteredArchive, openArchive, startOutbox } from './history/index.ts'
import { answerUpgrades, createHttp, RELEASE } from './http/index.ts'
import { createAddresses, MessageRate, meteredLimiters, WorkQueue } from './limits/index.ts'
import type { LiveStore } from './live/index.ts'
import { liveIn, meteredStore } from './live/index.ts'
import type { RatingOf } from './lobby/index.ts'
import { Lobby, lobbyMatches, meterQueue } from './lobby/index.ts'
import { createLogger } from './logging.ts'
import { Matches, meterMatches, RatedPlayers } from './matches/index.ts'
import { Figures } from './metrics/index.ts'
import { addMeasure, Announcements, isModeratorIn, Moderation, Nodes, Overviews } from './moderation/index.ts'
import { Notifications } from './notifications/index.ts'
import { Opened } from './opened.ts'
import { adviserIn, networkNames, Opponents, thinkerIn, ThreadPool } from './opponents/index.ts'
import { openPlayers, openTokens } from './players/index.ts'
import type { Announced } from './protocol/index.ts'
import { Puzzles } from './puzzles/index.ts'
import { liveMatches, Tournaments } from './tournaments/index.ts'
import type { PrimaryLink } from './workers/index.ts'

/** The server, put together and not yet listening. */
export interface CuriaApp {
  log: Logger
  /** Begins to serve, and returns the address to connect to. Once. @throws Error if the port cannot be had. */
  listen(): Promise<string>
  /**
   * Stops in order: reports that it is not ready, closes the sockets, finishes requests in progress, and closes the
   * stores. Connections that are still open when the configured grace is nearly over are cut.
   */
  close(): Promise<void>
}

/** What a test, or a worker, brings itself. Stores that are brought are closed with the rest. */
export interface Overrides {
  log?: Logger
  store?: LiveStore
  database?: Database
  archive?: Archive
  /** Stops the server and starts it again, in test mode. */
  restart?: () => void
  /** The link to the primary, if this process is one of several workers. */
  primary?: PrimaryLink
}

/** Shares of the grace for what clients have under way; the rest is for the stores. */
const DRAIN_SHARE = 0.4
const REQUESTS_SHARE = 0.4

/**
 * Builds the server that a configuration describes, with its stores open.
 * @throws Error if a store refuses, or what is kept in the data folder cannot be used.
 */
export async function buildApp(config: Config, overrides: Overrides = {}): Promise<CuriaApp> {
  const log = overrides.log ?? createLogger(config.logLevel)
  const opened = new Opened(log)
  try {
    const figures = new Figures(overrides.primary?.metricsOf)
    const parts = await openParts(config, { ...overrides, log }, figures, opened)
    const app = await serve(config, parts, figures, overrides)
    const close = async (): Promise<void> => {
      try {
        await app.close()
      } finally {
        await opened.close()
      }
    }
    let closed: Promise<void> | undefined
    return { log, listen: app.listen, close: () => (closed ??= close()) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>

/** All that works behind the transports. */
async function openParts(
  config: Config,
  { log, ...brought }: Overrides & { log: Logger },
  figures: Figures,
  opened: Opened,
) {
  const playsBots = config.bots.threads > 0
  const { testMode } = config
  const tokens = await openTokens(config)
  const live = liveIn(config, log)
  const store = meteredStore(figures, opened.keep(brought.store ?? (await live.openStore())))
  const database = opened.keep(brought.database ?? (await openPlace(config, log)))
  const archive = meteredArchive(figures, brought.archive ? opened.keep(brought.archive) : openArchive(database))
  const limiters = meteredLimiters(figures, opened.keep(live.openLimiters()))
  const players = opened.keep(await openPlayers({ database, tokens, limiters, log, publicUrl: config.publicUrl }))
  const { requireTalk, requireAccount, earlyEnds, people } = players
  const ratingOf: RatingOf = (player, kind) => archive.rating(player, kind)

  const announcements = opened.keep(new Announcements({ database, log }))
  const { requireOpen } = announcements
  const pool = playsBots ? opened.keep(new ThreadPool({ threads: config.bots.threads, logger: log, figures })) : null
  const advise = pool && adviserIn(pool)
  const rated = new RatedPlayers({
    requireAccount,
    earlyEnds,
    begunBy: (player, kind) => archive.begunBy(player, kind),
    ratingOf,
    logger: log,
  })
  const dealsOfDay = { database, networkOf: networkNames(), now: () => store.now(), log }
  const deals = opened.keep(new DailyDeals(dealsOfDay))
  const matches = opened.keep(
    new Matches({
      store,
      logger: log,
      limiters,
      requireTalk,
      requireOpen,
      rated,
      playsBots,
      testMode,
      advise,
      recordOf: (id) => archive.record(id),
      sealedDeals: deals,
    }),
  )
  meterMatches(figures, matches)
  const outbox = startOutbox({
    live: store,
    archive,
    known: (match) => matches.ended(match),
    hasEnded: (twin) => matches.seals.hasEnded(twin),
    goOn: (fold) => matches.rematches.goOn(fold),
    log,
  })
  opened.keep({ close: () => outbox.stop() })
  matches.lifecycle.subscribe({
    ended: (_header, _players, aborted) => {
      if (!aborted) outbox.notify()
    },
  })

  const lobby = opened.keep(
    new Lobby({
      stores: opened.keep(live.openLobby()),
      live: store,
      matches: lobbyMatches(matches),
      people,
      rated,
      ratingOf,
      playedSince: (since) => archive.playedSince(since),
      logger: log,
      playsBots,
      requireOpen,
      ladder: {
        places: config.ladderPlaces,
        ownerOf: async (bot) => (await players.bots.ownerOf(bot))?.id ?? null,
      },
    }),
  )
  meterQueue(figures, lobby.queue)
  const told = (announced: Announced) => ({ event: 'server:notice', payload: announced }) as const
  announcements.subscribe((announced) => lobby.connections.tell(null, told(announced)))
  lobby.connections.greetWith(() => {
    const { current } = announcements
    return current.notice || current.paused ? told(current) : null
  })
  const nodes = opened.keep(
    new Nodes({
      database,
      release: RELEASE,
      figures: () => ({
        players: lobby.connections.size,
        matches: [...matches.known()].filter(({ state }) => state === 'playing').length,
        threads: pool?.size ?? 0,
        busyThreads: pool?.busy ?? 0,
      }),
      log,
    }),
  )

  if (pool) opened.keep(new Opponents({ matches, store, pool, settings: config.bots, logger: log, figures }))
  const games = new GameReader(matches.views, archive)
  const thinker = pool && thinkerIn(pool)
  const { analysesPerHour: unaskedPerHour } = config
  const analyses = opened.keep(new Analyses({ database, archive, games, thinker, unaskedPerHour, log }))
  const puzzles = opened.keep(new Puzzles({ database, archive, weigher: thinker, now: () => store.now(), log }))
  const tournaments = opened.keep(
    new Tournaments({
      database,
      matches: liveMatches({ matches, live: store, archive }),
      tell: (players, event) => lobby.tell(players, event),
      ratingOf,
      requireAccount,
      moderators: { isModerator: isModeratorIn, addMeasure },
      now: () => store.now(),
      testMode,
      log,
    }),
  )
  const moderation = opened.keep(new Moderation({ ...players, database, matches, lobby, archive, log }))
  const { notifications: settings } = config
  const notifications = opened.keep(new Notifications({ database, matches, lobby, tournaments, settings, log }))
  const overviews = new Overviews({
    database,
    nodes,
    backlog: () => store.backlog(),
    webhooks: () => notifications.atWebhooks(),
    lobby,
    announcements,
    playsBots,
  })
  return {
    log,
    store,
    archive,
    limiters,
    ...players,
    deals,
    matches,
    lobby,
    analyses,
    puzzles,
    tournaments,
    moderation,
    announcements,
    overviews,
    notifications,
    playsBots,
  }
}

/** The transports in front of the parts, not yet listening. */
async function serve(
  config: Config,
  { store, playsBots, ...parts }: Parts,
  figures: Figures,
  { primary, restart = () => undefined }: Pick<Overrides, 'primary' | 'restart'>,
): Promise<Omit<CuriaApp, 'log'>> {
  const { corsOrigins, trustProxy, publicUrl, rates, web, testMode } = config
  const { connectionsPerAddress } = config
  const rate = new MessageRate(rates.socketPerSecond)
  const notifies = config.notifications.targets !== 'none'
  const { matches, lobby, sessions, archive, log } = parts
  const checks = { needed: { live: () => store.ping() }, wanted: { history: () => archive.ping() } }
  const stopping = new AbortController()
  const work = new WorkQueue()
  const addresses = createAddresses(trustProxy, log)
  const disturbances: Disturbances | undefined = testMode ? new EventEmitter() : undefined
  const http = await createHttp({
    ...parts,
    work,
    rate,
    addresses,
    checks,
    figures,
    stopping: stopping.signal,
    disturbances,
    connectionsPerAddress,
    settings: {
      corsOrigins,
      trustProxy,
      publicUrl,
      rates,
      notifies,
      web,
      playsBots,
      ladder: config.ladderPlaces > 0,
      testMode,
    },
  })
  const gateway = await Gateway.open({
    work,
    rate,
    addresses,
    server: http.server,
    matches,
    lobby,
    disturbances,
    sessions,
    figures,
    corsOrigins,
    authenticate: (token) => sessions.authenticate(token),
    logger: log,
    limits: { connectionsPerAddress, handshakesPerMinute: rates.httpPerMinute },
    ...(primary && { newSessionId: primary.polling.newId }),
  })
  await primary?.polling.attach(http.server, addresses)
  answerUpgrades(http.server)
  disturbances?.on('drop', () => http.server.closeAllConnections()).on('restart', restart)
  return {
    listen: () => http.listen({ host: config.host, port: config.port }),
    async close() {
      stopping.abort()
      primary?.leave()
      await gateway.drain(config.shutdownGraceMs * DRAIN_SHARE)
      const cut = setTimeout(() => http.server.closeAllConnections(), config.shutdownGraceMs * REQUESTS_SHARE)
      await http.close().finally(() => clearTimeout(cut))
    },
  }
}

const openPlace = ({ databaseUrl, dataDir }: Config, log: Logger): Promise<Database> =>
  openDatabase(databaseUrl === undefined ? { dir: join(dataDir, 'history') } : { databaseUrl }, log)
