import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Server } from 'socket.io'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import { Audiences } from './audiences.ts'
import { Connection } from './connection.ts'
import type { Identity } from './connection.ts'
import { parser } from './decoder.ts'
import { Dispatcher } from './dispatch.ts'
import type { GatewayMetrics } from './dispatch.ts'
import { Handshake } from './handshake.ts'
import { MessageRate } from './limits.ts'

export interface GatewayOptions {
  /** Serves the handshake and long polling, under /socket.io/. */
  server: HttpServer
  matches: Matches
  lobby: Lobby
  /** Who a token stands for. @throws CodedError `token-missing`, `token-invalid`, `token-expired`, `token-revoked`. */
  authenticate(token: unknown): Promise<Identity>
  sessions?: SessionEnds
  logger: Logger
  metrics?: GatewayMetrics
  /** Origins of web pages that may connect; `*` for all. */
  corsOrigins?: string[]
  /** Messages that one player may send, on average over ten seconds. */
  messagesPerSecond?: number
}

/** Which sessions were revoked, and news of those that are: their tokens have not expired, but are no longer good. */
export interface SessionEnds {
  hasEnded(session: string): boolean
  onEnded(listener: (sessions: ReadonlySet<string>) => void): () => void
}

/**
 * The longest frame or request that is read at all: far longer than a message may be, so that one that is too long is
 * answered. What is longer even than this closes the connection.
 */
const MOST_FRAME_BYTES = 1024 * 1024
/** Over how long clients of a stopping server are asked to spread their coming back. */
const RECONNECT_AFTER_MS = { least: 250, most: 3_000 }
/** Between looks for connections whose token has expired. */
const EXPIRY_SWEEP_MS = 1_000

/** Socket.IO in front of the matches: commands in, each client's own updates out. */
export class Gateway {
  readonly #io: Server
  readonly #logger: Logger
  readonly #dispatcher: Dispatcher
  readonly #handshake: Handshake
  readonly #connections = new Set<Connection>()
  readonly #audiences = new Audiences()
  readonly #expirySweep: NodeJS.Timeout
  readonly #leaveSessions: (() => void) | undefined
  #closed = false

  constructor(options: GatewayOptions) {
    const { server, matches, lobby, logger, sessions, corsOrigins = [] } = options
    this.#logger = logger
    this.#dispatcher = new Dispatcher(matches, new MessageRate(options.messagesPerSecond ?? 60), logger, options.metrics)
    this.#handshake = new Handshake((token) => options.authenticate(token), logger)
    this.#io = new Server(server, {
      parser,
      maxHttpBufferSize: MOST_FRAME_BYTES,
      serveClient: false,
      connectTimeout: 10_000,
      allowRequest: (_request, decide) => decide(null, !this.#closed),
      cors: { origin: corsOrigins.includes('*') ? '*' : corsOrigins },
    })
    this.#io.use(this.#handshake.middleware)
    this.#io.on('connection', (socket) => {
      const connection = new Connection(socket, socket.data as Identity, matches, lobby)
      this.#connections.add(connection)
      this.#audiences.add(connection)
      lobby.online.connected(connection.player)
      // A packet that is not Socket.IO's; without a listener it would be thrown.
      socket.on('error', (error) => logger.debug({ err: error }, 'a client broke the protocol'))
      socket.onAny((event: unknown, ...args: unknown[]) => this.#dispatcher.receive(connection, event, args))
      socket.on('disconnect', () => {
        this.#connections.delete(connection)
        this.#audiences.remove(connection)
        void connection.close()
      })
      // It may have been revoked since the handshake, when there was no connection yet to close.
      if (sessions?.hasEnded(connection.session)) connection.end('revoked')
    })
    lobby.online.setSource(() => this.#audiences.players())
    lobby.queue.subscribe({
      news: ({ type, player, payload }) => this.#audiences.tell(player, `queue:${type}`, payload),
    })
    this.#leaveSessions = sessions?.onEnded((ended) => {
      for (const connection of this.#connections) if (ended.has(connection.session)) connection.end('revoked')
    })
    // One timer for all: one for each could not be set for as long as a token may live.
    this.#expirySweep = setInterval(() => this.#endExpired(), EXPIRY_SWEEP_MS).unref()
  }

  #endExpired(): void {
    const now = Date.now()
    for (const connection of this.#connections) if (connection.isExpired(now)) connection.end('expired')
  }

  /** How many clients are connected. */
  get connections(): number {
    return this.#connections.size
  }

  /**
   * Lets nobody in, tells everybody to come back, answers what was asked before, and closes all connections: within `graceMs`,
   * whether everything was answered or not. The HTTP server is left open.
   */
  async drain(graceMs: number): Promise<void> {
    this.#logger.info({ connections: this.connections }, 'draining')
    this.#handshake.drain()
    const { least, most } = RECONNECT_AFTER_MS
    for (const connection of this.#connections) {
      connection.send('server:draining', { reconnectAfterMs: Math.round(least + Math.random() * (most - least)) })
    }
    const grace = new AbortController()
    const over = delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)
    const closing = [...this.#connections]
    await Promise.race([this.#dispatcher.drain(), over])
    this.#io.disconnectSockets(true)
    await Promise.race([Promise.all(closing.map((connection) => connection.close())), over])
    this.#closed = true
    clearInterval(this.#expirySweep)
    this.#leaveSessions?.()
    this.#io.engine.close()
    grace.abort()
  }
}
