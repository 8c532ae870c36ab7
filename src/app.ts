import { join } from 'node:path'
import type { Logger } from 'pino'
import { Analyses } from './analysis/index.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/index.ts'
import type { Database } from './database/index.ts'
import { Gateway, gatewayMetrics } from './gateway/index.ts'
import { GameReader, meteredArchive, openArchive, startOutbox } from './history/index.ts'
import type { Archive } from './history/index.ts'
import { answerUpgrades, createHttp, httpMetrics } from './http/index.ts'
import { createAddresses, localLimiters, meteredLimiters, WorkQueue } from './limits/index.ts'
import {
  meteredStore, openEmbeddedLobby, openEmbeddedStore, openRedisLimiters, openRedisLobby, openRedisStore,
} from './live/index.ts'
import type { LiveStore, LobbyStores } from './live/index.ts'
import { Lobby, lobbyMatches, meterQueue } from './lobby/index.ts'
import { createLogger } from './logging.ts'
import { Matches, meterMatches } from './matches/index.ts'
import type { RequireAccount } from './matches/index.ts'
import { countErrors, Figures } from './metrics/index.ts'
import { Moderation } from './moderation/index.ts'
import { Notifications } from './notifications/index.ts'
import { adviserIn, meterBots, Opponents, ThreadPool, thinkerIn, timeThoughts } from './opponents/index.ts'
import { Accounts, Blocks, BotAccounts, createTokens, storedSecret, Sessions } from './players/index.ts'
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
  const opened: { close(): Promise<void> }[] = []
  /** What was opened last is closed first, and a failure keeps nothing else from being closed. */
  const closeAll = async (): Promise<void> => {
    for (const part of opened.splice(0).reverse()) {
      await part
        .close()
        .catch((error: unknown) => log.error({ err: error }, 'a part of the server could not be closed'))
    }
  }
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(part)
    return part
  }

  try {
    const { corsOrigins, trustProxy, publicUrl, rates, web } = config
    const playsBots = config.bots.threads > 0
    const { primary } = overrides
    const figures = new Figures(primary?.metricsOf)
    const countError = countErrors(figures)
    const secret = config.tokenSecret ?? (await storedSecret(config.tokenSecretFile))
    const { tokenSecretOther: other } = config
    const tokens = createTokens(other === undefined ? secret : [secret, other], config.tokenTtlMs)
    const store = meteredStore(figures, keep(overrides.store ?? (await openStore(config, log))))
    const database = keep(overrides.database ?? (await openPlace(config, log)))
    const archive = meteredArchive(figures, overrides.archive ? keep(overrides.archive) : openArchive(database))
    const { redisUrl } = config
    const shared = redisUrl === undefined ? localLimiters : keep(openRedisLimiters({ url: redisUrl, log }))
    const limiters = meteredLimiters(figures, shared)
    const sessions = keep(await Sessions.open({ database, tokens, log }))
    const accounts = await Accounts.open({ database, tokens, sessions, limiters })
    const bots = new BotAccounts({ database, tokens, sessions, accounts, limiters })
    const blocks = new Blocks(database)

    const requireTalk = (player: string): void => sessions.sanctions.requireTalk(player)
    const requireAccount: RequireAccount = (player) => sessions.requireAccount(player)
    const pool = playsBots ? keep(new ThreadPool({ threads: config.bots.threads, logger: log })) : null
    const advise = pool && adviserIn(pool)
    const matches = keep(new Matches({ store, logger: log, limiters, requireTalk, requireAccount, playsBots, advise }))
    meterMatches(figures, matches)
    const outbox = startOutbox({ live: store, archive, known: (match) => matches.ended(match), log })
    keep({ close: () => outbox.stop() })
    matches.lifecycle.subscribe({
      ended: (_header, _players, aborted) => {
        if (!aborted) outbox.notify()
      },
    })

    const lobby = keep(
      new Lobby({
        stores: keep(openLobby(config, log)),
        live: store,
        matches: lobbyMatches(matches),
        people: {
          find: (who) => accounts.find(who),
          hasBlocked: (player, other) => blocks.hasBlocked(player, other),
          requireTalk,
        },
        requireAccount,
        ratingOf: (player, kind) => archive.rating(player, kind),
        logger: log,
        playsBots,
      }),
    )

    const thought = timeThoughts(figures)
    if (pool) {
      const opponents = keep(new Opponents({ matches, store, pool, settings: config.bots, logger: log, thought }))
      meterBots(figures, opponents, pool)
    }
    const games = new GameReader(matches.views, archive)
    const analyses = keep(new Analyses({ database, archive, games, thinker: pool && thinkerIn(pool), log }))

    const moderation = keep(new Moderation({ database, accounts, bots, sessions, matches, lobby, archive, log }))

    const { notifications: settings } = config
    const notifications = keep(new Notifications({ database, matches, lobby, settings, log }))

    meterQueue(figures, lobby.queue)
    const checks = { needed: { live: () => store.ping() }, wanted: { history: () => archive.ping() } }

    const stopping = new AbortController()
    const work = new WorkQueue()
    const addresses = createAddresses(trustProxy, log)
    const http = await createHttp({
      work, addresses, limiters, matches, lobby, archive, analyses, tokens, sessions, accounts, bots, blocks, moderation,
      notifications, log, checks,
      metrics: httpMetrics(figures, countError, checks),
      stopping: stopping.signal,
      settings: { corsOrigins, trustProxy, publicUrl, rates, web, playsBots },
    })
    const gateway = await Gateway.open({
      work, addresses, server: http.server, matches, lobby, corsOrigins,
      metrics: gatewayMetrics(figures, countError),
      authenticate: (token) => sessions.authenticate(token),
      sessions,
      logger: log,
      limits: {
        messagesPerSecond: rates.socketPerSecond,
        handshakesPerMinute: rates.httpPerMinute,
        connectionsPerAddress: config.connectionsPerAddress,
      },
      ...(primary && { newSessionId: primary.polling.newId }),
    })
    await primary?.polling.attach(http.server, addresses)
    answerUpgrades(http.server)

    const close = async (): Promise<void> => {
      stopping.abort()
      primary?.leave()
      await gateway.drain(config.shutdownGraceMs * DRAIN_SHARE)
      const cut = setTimeout(() => http.server.closeAllConnections(), config.shutdownGraceMs * REQUESTS_SHARE)
      try {
        await http.close()
      } finally {
        clearTimeout(cut)
        await closeAll()
      }
    }
    let closed: Promise<void> | undefined
    return {
      log,
      listen: () => http.listen({ host: config.host, port: config.port }),
      close: () => (closed ??= close()),
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function openStore({ redisUrl, dataDir, retention }: Config, log: Logger): Promise<LiveStore> {
  if (redisUrl !== undefined) return openRedisStore({ url: redisUrl, retention, log })
  return openEmbeddedStore({ dir: join(dataDir, 'live'), retention, log })
}

const openLobby = ({ redisUrl }: Config, log: Logger): LobbyStores =>
  redisUrl === undefined ? openEmbeddedLobby({ log }) : openRedisLobby({ url: redisUrl, log })

const openPlace = ({ databaseUrl, dataDir }: Config, log: Logger): Promise<Database> =>
  openDatabase(databaseUrl === undefined ? { dir: join(dataDir, 'history') } : { databaseUrl }, log)
