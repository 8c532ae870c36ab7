import type { Logger } from 'pino'
import type { Socket } from 'socket.io'
import type { Addresses } from '../limits/index.ts'
import { Counts } from '../limits/index.ts'
import { CodedError, LIMITS } from '../protocol/index.ts'
import type { ClientOptions, Identity, Visitor } from './connection.ts'

type Next = (error?: Error) => void

/** What a client says of itself in addition to its token. What is unknown is ignored: the client may be newer. */
export const clientOptions = ({ handshake: { auth } }: Socket): ClientOptions => ({
  updateInAnswer: Object.hasOwn(auth, 'updateInAnswer') && auth.updateInAnswer === true,
})

/** Whether a client has no token, and says that it only wants to watch. */
const isVisitor = ({ handshake: { auth } }: Socket): boolean =>
  !Object.hasOwn(auth, 'token') && Object.hasOwn(auth, 'visitor') && auth.visitor === true

/**
 * Admits clients that have a valid token and not too many connections, and visitors, who are bounded as all connections
 * of their address are. Any other client receives a `connect_error` with data
 * { code, message, details? }.
 */
export class Handshake {
  readonly #authenticate: (token: unknown) => Promise<Identity>
  readonly #addresses: Addresses
  readonly #logger: Logger
  readonly #connections = new Counts()
  /** The connections whose player is not decided yet. */
  readonly #identifying = new WeakSet<Socket['conn']>()
  #draining = false

  constructor(authenticate: (token: unknown) => Promise<Identity>, addresses: Addresses, logger: Logger) {
    this.#authenticate = authenticate
    this.#addresses = addresses
    this.#logger = logger
  }

  /** Admits nobody from now on. */
  drain(): void {
    this.#draining = true
  }

  /** A middleware for Socket.IO: afterwards `socket.data` is the `Identity` or the `Visitor`. */
  readonly middleware = (socket: Socket, next: Next): void => {
    this.#identify(socket).then(
      (identity) => {
        socket.data = identity
        next()
      },
      (error: unknown) => next(this.#refusal(error)),
    )
  }

  async #identify(socket: Socket): Promise<Identity | Visitor> {
    if (this.#draining) throw new CodedError('draining')
    if (isVisitor(socket)) return { address: this.#addresses.of(socket.request) }
    const { conn, handshake } = socket
    if (this.#identifying.has(conn)) throw new CodedError('bad-request', 'The connection is being opened already.')
    this.#identifying.add(conn)
    try {
      const { auth } = handshake
      const identity = await this.#authenticate(Object.hasOwn(auth, 'token') ? auth.token : undefined)
      if (identity.expiresAt <= Date.now()) throw new CodedError('token-expired')
      this.#count(socket, identity.player.id)
      return identity
    } finally {
      this.#identifying.delete(conn)
    }
  }

  /**
   * Counts the player's connection until it is closed. A connection that is closed before it is admitted is reported by its
   * transport alone.
   */
  #count(socket: Socket, player: string): void {
    const limit = LIMITS.connectionsPerPlayer
    if (this.#connections.of(player) >= limit) {
      throw new CodedError('limit-reached', `A player has at most ${limit} connections.`, { limit })
    }
    const closed = this.#connections.add(player)
    socket.once('disconnect', closed)
    socket.conn.once('close', closed)
  }

  #refusal(error: unknown): Error {
    let coded = error
    if (!(coded instanceof CodedError)) {
      this.#logger.error({ err: error }, 'a handshake could not be answered')
      coded = new CodedError('internal')
    }
    const { code, message, details } = coded as CodedError
    return Object.assign(new Error(message), { data: { code, message, ...(details && { details }) } })
  }
}
