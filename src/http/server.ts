import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import accepts from '@fastify/accepts'
import compress from '@fastify/compress'
import type { FastifyReply } from 'fastify'
import { fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { CodedError, leniently, LIMITS } from '../protocol/index.ts'
import { accountRoutes } from './accounts.ts'
import { addAddresses } from './addresses.ts'
import { analysisRoute } from './analysis.ts'
import { addAuth } from './auth.ts'
import { blockRoutes } from './blocks.ts'
import { botAccountRoutes } from './bot-accounts.ts'
import { botsRoute } from './bots.ts'
import { catalogueRoute } from './catalogue.ts'
import { commandRoutes } from './commands.ts'
import { dealRoutes } from './deals.ts'
import { eventDocs } from './docs/events.ts'
import { addDocs } from './docs/index.ts'
import { answerClientError, answerErrors } from './errors.ts'
import { exportRoute } from './export.ts'
import { followRoutes } from './follows.ts'
import { gameChatRoute } from './game-chat.ts'
import { gameRoutes } from './games.ts'
import { invitationRoute } from './invitations.ts'
import { ladderRoute } from './ladder.ts'
import { leaderboardRoutes } from './leaderboards.ts'
import { limitRoutes } from './limited-routes.ts'
import { collectMethods } from './methods.ts'
import { moderationRoutes } from './moderation.ts'
import { notificationRoutes } from './notifications.ts'
import { onlineRoute } from './online.ts'
import { operationRoutes } from './operation.ts'
import { ownDataRoutes } from './own-data.ts'
import type { App, Parts } from './parts.ts'
import { playerRoutes } from './players.ts'
import { poolsRoute } from './pools.ts'
import { profileRoutes } from './profiles.ts'
import { protect } from './protection.ts'
import { puzzleRoutes } from './puzzles.ts'
import { reportRoutes } from './reports.ts'
import { followRequests } from './requests.ts'
import { routesOf } from './route.ts'
import { samplesRoute } from './samples.ts'
import { seriesRoute } from './series.ts'
import { servedRoutes } from './served.ts'
import { serverRoute } from './server-info.ts'
import { sessionRoutes } from './sessions.ts'
import { statisticsRoutes } from './statistics.ts'
import { streamRoutes } from './streams/index.ts'
import { testRoute } from './test-mode.ts'
import { tournamentRoutes } from './tournaments.ts'
import { takeTurns } from './turns.ts'
import { upgradeOptions } from './upgrades.ts'
import { missingPage, webRoutes } from './web.ts'

/** Shorter answers fit into one packet anyway. */
const LEAST_COMPRESSED_BYTES = 1024
/** How long a request may take to arrive, with its body. */
const REQUEST_TIMEOUT_MS = 15_000
/** How often Node looks for requests that take too long to arrive. */
const TIMEOUT_CHECK_MS = 1_000
/** How long a route may take to answer: more than the longest wait for a new version of a match. */
const HANDLER_TIMEOUT_MS = 40_000

/** An address without a route. */
const NOWHERE = '/%25'

/** The HTTP server with all its routes, not yet listening. `close` waits for the requests in progress. */
export async function createHttp(parts: Parts): Promise<App> {
  /** What is wrong with an address that Fastify cannot read. No hook has seen such a request: it passes them as another. */
  const malformed = new WeakMap<IncomingMessage, string>()
  const requestTimeout = parts.settings.requestTimeoutMs ?? REQUEST_TIMEOUT_MS
  const app: App = fastify({
    loggerInstance: parts.log,
    // `followRequests` logs requests, without the secrets that a URL or a header may hold.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: LIMITS.messageBytes,
    // An id that is too long is refused like any other wrong one. Node bounds the whole address.
    routerOptions: { maxParamLength: LIMITS.messageBytes },
    requestTimeout,
    // Node takes the longer of both for the whole request, whichever that is.
    http: {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      ...upgradeOptions,
    },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // For the scheme and the host alone: where a request comes from is said by `request.address`.
    trustProxy: parts.settings.trustProxy?.length ? parts.settings.trustProxy : false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply: FastifyReply) => {
      malformed.set(request.raw, error.message)
      request.raw.url = NOWHERE
      app.routing(request.raw, reply.raw)
    },
    return503OnClosing: false,
  })
  app.setValidatorCompiler<z.ZodType>((route) => {
    const check = validatorCompiler(route) as (sent: unknown) => { error?: Error }
    return (sent: unknown) => leniently(route.schema, sent, check)
  })
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  acceptEmptyBodies(app)

  addAddresses(app, parts.addresses)
  followRequests(app, parts.figures)
  closeConnections(app)
  await protect(app, parts.settings)
  limitRoutes(app, parts.limiters)
  await app.register(accepts)
  await app.register(compress, { threshold: LEAST_COMPRESSED_BYTES })
  const otherMethod = collectMethods(app)
  await addDocs(app)
  answerErrors(app, parts.figures, { otherMethod, missing: missingPage(parts), malformed })
  const { serve, serveAny, requireAll } = routesOf(app, addAuth(app, parts), parts.settings)
  takeTurns(app, parts)
  commandRoutes(serveAny, parts)
  operationRoutes(app, serve, parts)
  playerRoutes(serve, parts)
  profileRoutes(serve, parts)
  leaderboardRoutes(serve, parts)
  ownDataRoutes(serve, parts)
  blockRoutes(serve, parts)
  followRoutes(serve, parts)
  reportRoutes(serve, parts)
  moderationRoutes(serve, parts)
  notificationRoutes(serve, parts)
  accountRoutes(serve, parts)
  botAccountRoutes(serve, parts)
  sessionRoutes(serve, parts)
  poolsRoute(serve, parts)
  ladderRoute(serve, parts)
  invitationRoute(serve, parts)
  onlineRoute(serve, parts)
  gameRoutes(serve, parts)
  dealRoutes(serve, parts)
  puzzleRoutes(serve, parts)
  tournamentRoutes(serve, parts)
  statisticsRoutes(serve, parts)
  exportRoute(serve, parts)
  seriesRoute(serve, parts)
  gameChatRoute(serve, parts)
  analysisRoute(serve, parts)
  streamRoutes(serve, parts)
  serverRoute(serve, parts)
  testRoute(serve, parts)
  catalogueRoute(serve)
  samplesRoute(serve)
  botsRoute(serve, parts)
  requireAll()
  await servedRoutes(app, parts)
  await webRoutes(app, parts)
  eventDocs(app, parts)
  await app.ready()
  return app
}

/** A client may name JSON as the type of a body that it does not send. */
function acceptEmptyBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/**
 * While the server closes, it refuses new requests on open connections, and closes the connection of each answer: a
 * connection that is kept alive would keep the server open.
 */
function closeConnections(app: App): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onRequest', async () => {
    if (closing) throw new CodedError('draining')
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
