import type { Server as HttpServer } from 'node:http'
import { setImmediate as endOfTurn, setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import { Server } from 'socket.io'
import type { Disturbances } from '../commands/index.ts'
import { COME_BACK, comeBackLater } from '../commands/index.ts'
import type { Addresses } from '../limits/index.ts'
import { createAddresses, MessageRate, WINDOW_SECONDS, WorkQueue } from '../limits/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { Identity, Visitor } from './connection.ts'
import { Connection } from './connection.ts'
import { parser } from './decoder.ts'
import { Dispatcher } from './dispatch.ts'
import { encodeOnce } from './encoding.ts'
import { clientOptions, Handshake } from './handshake.ts'
import { DEFAULT_LIMITS, FLOODED } from './limits.ts'
import { closeConnections, connectionsOf, nameConnections } from './transport/engine.ts'
import { TransportGuard } from './transport/guard.ts'
import { requireInternals } from './transport/internals.ts'
import { corsOf } from './transport/polling.ts'
import { FairWebSocketServer } from './transport/websockets.ts'

export interface GatewayOptions {
  /** On which Socket.IO is, under /socket.io/. */
  server: HttpServer
  matches: Matches
  lobby: Lobby
  /** The player of a token. @throws CodedError `token-missing`, `token-invalid`, `token-expired`, `token-revoked`. */
  authenticate(token: unknown): Promise<Identity>
  sessions?: SessionEnds
  logger: Logger
  figures?: Figures
  /** Origins of web pages that may connect; `*` for all. */
  corsOrigins?: string[]
  /** Where requests come from; by default, from whoever opened the TCP connection. */
  addresses?: Addresses
  limits?: Partial<typeof DEFAULT_LIMITS>
  /** What players send, through all doors of this node. */
  rate?: MessageRate
  /** In which all transports of this node take turns. */
  work?: WorkQueue
  /** Present in test mode. */
  disturbances?: Disturbances | undefined
  /** A new id for a connection of Engine.IO, by which other workers find it; by default, a random one. */
  newSessionId?: () => string
}

interface SanctionsSubscriber {
  banned(players: ReadonlySet<string>): void
  renamed(players: ReadonlySet<string>): void
}

/** The sessions that were revoked: their tokens have not expired, but are no longer valid. */
export interface SessionEnds {
  hasEnded(session: string): boolean
  onEnded(listener: (sessions: ReadonlySet<string>) => void): () => void
  /** The players whom moderators ban or rename. */
  sanctions?: {
    isBanned(player: string): boolean
    subscribe(subscriber: SanctionsSubscriber): void
  }
}

/**
 * The longest frame or request that is read at all: longer than a message may be, so that a message that is too long is
 * answered. Anything longer closes the connection.
 */
const MOST_FRAME_BYTES = 128 * 1024
/** What clients may leave unread. One answer has at most about 100 KiB. */
const UNREAD = { unreadMessages: 2_000, unreadCharacters: 2 * 1024 * 1024, unreadBytesOfAll: 64 * 1024 * 1024 }
/** Packets in ten seconds on a connection whose player is not known. */
const PACKETS_BEFORE = 30
/** A client that floods the server must be told so before it is cut: it may send more packets than messages. */
const PACKETS_PER_MESSAGE = 4
/**
 * The server pings a client that often, and closes a connection on which nothing comes back for so long (ms): so a client
 * that is gone counts as away within 20 seconds, and a client notices as soon that the server cannot be reached.
 */
const PING = { pingInterval: 10_000, pingTimeout: 10_000 }
/** The time between two checks for connections whose token has expired. */
const EXPIRY_CHECK_MS = 1_000

/** Socket.IO in front of the matches: commands in, each client's own events out. */
export class Gateway {
  readonly #options: GatewayOptions
  readonly #io: Server
  readonly #guard: TransportGuard
  readonly #dispatcher: Dispatcher
  readonly #handshake: Handshake
  readonly #connections = new Set<Connection>()
  readonly #expiryCheck: NodeJS.Timeout
  readonly #unsubscribe: (() => void) | undefined
  #closed = false

  private constructor(options: GatewayOptions) {
    const { server, matches, lobby, logger, figures, sessions, corsOrigins = [] } = options
    this.#options = options
    const rate = options.rate ?? new MessageRate()
    this.#dispatcher = new Dispatcher({
      services: { matches, lobby },
      rate,
      logger,
      figures,
      work: options.work ?? new WorkQueue(),
    })
    const addresses = options.addresses ?? createAddresses([])
    this.#handshake = new Handshake((token) => options.authenticate(token), addresses, logger)
    this.#io = new Server(server, {
      parser,
      wsEngine: FairWebSocketServer,
      maxHttpBufferSize: MOST_FRAME_BYTES,
      serveClient: false,
      connectTimeout: 10_000,
      ...PING,
      allowRequest: (request, decide) => decide(null, !this.#closed && this.#guard.hasRoom(request)),
      cors: corsOf(corsOrigins),
    })
    if (options.newSessionId) nameConnections(this.#io.engine, options.newSessionId)
    this.#guard = new TransportGuard({
      engine: this.#io.engine,
      server,
      logger,
      addresses,
      limits: {
        ...DEFAULT_LIMITS,
        ...options.limits,
        ...UNREAD,
        packetsBefore: PACKETS_BEFORE,
        packetsAfter: PACKETS_PER_MESSAGE * rate.perSecond * WINDOW_SECONDS,
      },
      farewell: encodeOnce(FLOODED),
    })
    this.#io.use(this.#handshake.middleware)
    this.#io.on('connection', (socket) => this.#open(socket))
    figures?.show('curia_sockets', () => this.connections)
    options.disturbances?.on('drop', () => this.#connections.forEach((connection) => connection.cut()))
    options.disturbances?.on('drain', () =>
      this.#connections.forEach((connection) => connection.endWith(comeBackLater())),
    )
    this.#unsubscribe = sessions?.onEnded((ended) => {
      for (const connection of this.#connections)
        if (ended.has(connection.identity?.session ?? '')) connection.end('revoked')
    })
    sessions?.sanctions?.subscribe({
      banned: (players) => this.#forEachOf(players, (connection) => connection.end('banned')),
      // The next connection has the new name.
      renamed: (players) => this.#forEachOf(players, (connection) => connection.endWith(COME_BACK)),
    })
    // One timer for all: a timer for each could not be set for as long as a token may be valid.
    this.#expiryCheck = setInterval(() => this.#endExpired(), EXPIRY_CHECK_MS).unref()
  }

  /** @throws Error if the installed Engine.IO is not the one that the gateway knows. */
  static async open(options: GatewayOptions): Promise<Gateway> {
    const gateway = new Gateway(options)
    await requireInternals(gateway.#io.engine)
    return gateway
  }

  #open(socket: Socket): void {
    const { matches, lobby, sessions, logger } = this.#options
    const connection = new Connection(socket, socket.data as Identity | Visitor, clientOptions(socket), matches, lobby)
    this.#guard.admit(socket.conn)
    this.#connections.add(connection)
    const { identity } = connection
    if (identity) lobby.connections.add(connection)
    // For a packet that is not Socket.IO's; without a listener it would be thrown.
    socket.on('error', (error) => logger.debug({ err: error }, 'a client broke the protocol'))
    socket.onAny((event: unknown, ...args: unknown[]) => this.#dispatcher.receive(connection, event, args))
    socket.on('disconnect', () => {
      this.#connections.delete(connection)
      if (identity) lobby.connections.remove(connection)
      void connection.close()
    })
    if (!identity) return
    // This may have happened since the handshake, when there was no connection to close.
    if (sessions?.sanctions?.isBanned(identity.player.id)) connection.end('banned')
    else if (sessions?.hasEnded(identity.session)) connection.end('revoked')
  }

  #forEachOf(players: ReadonlySet<string>, work: (connection: Connection) => void): void {
    for (const connection of this.#connections) if (players.has(connection.owner)) work(connection)
  }

  #endExpired(): void {
    const now = Date.now()
    for (const connection of this.#connections) if (connection.isExpired(now)) connection.end('expired')
  }

  /** How many transports are open, those whose player is not known among them. */
  get openTransports(): number {
    return connectionsOf(this.#io.engine)
  }

  /** How many clients are connected. */
  get connections(): number {
    return this.#connections.size
  }

  /**
   * Admits nobody, asks all clients to come back, answers earlier messages, and closes all connections: within `graceMs`,
   * whether everything was answered or not. The HTTP server stays open.
   */
  async drain(graceMs: number): Promise<void> {
    this.#options.logger.info({ connections: this.connections }, 'draining')
    this.#handshake.drain()
    for (const connection of this.#connections) connection.send(comeBackLater())
    const grace = new AbortController()
    const over = delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)
    const closing = [...this.#connections]
    await Promise.race([this.#dispatcher.drain(), over])
    this.#io.disconnectSockets(true)
    await Promise.race([Promise.all(closing.map((connection) => connection.close())), over])
    // Packets leave at the end of the tick in which they were sent.
    await endOfTurn()
    this.#closed = true
    clearInterval(this.#expiryCheck)
    this.#unsubscribe?.()
    closeConnections(this.#io.engine)
    await this.#guard.close()
    grace.abort()
  }
}
