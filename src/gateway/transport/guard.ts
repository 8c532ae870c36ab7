import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Addresses } from '../../limits/index.ts'
import { Counts, LocalLimiter, spend } from '../../limits/index.ts'
import type { Engine, EngineConnection, EnginePacket } from './engine.ts'
import { cut, endWith, lengthOf, onConnection, unsentBytes, waitingPackets } from './engine.ts'
import { Flusher } from './flusher.ts'
import { frameMessages } from './frames.ts'
import { Meter } from './meter.ts'
import { admitHandshakes, onWebSocket } from './polling.ts'

/** What clients may send and leave unread, whoever they are. */
export interface TransportLimits {
  /** Engine.IO connections of one address. */
  connectionsPerAddress: number
  /** New connections of one address. */
  handshakesPerMinute: number
  /** Packets in ten seconds on one connection before its player is known, and after. A long packet counts for several. */
  packetsBefore: number
  packetsAfter: number
  /** Messages, and their characters, that one client leaves unread. */
  unreadMessages: number
  unreadCharacters: number
  /** Bytes that all clients together leave unread. */
  unreadBytesOfAll: number
}

export interface GuardParts {
  engine: Engine
  server: HttpServer
  addresses: Addresses
  limits: TransportLimits
  /** The last packet for a client that sends too much. */
  farewell: string
  logger: Logger
}

/** A client has more TCP connections than Engine.IO connections: those of its other requests. */
const TCP_PER_CONNECTION = 4
/** The time between two checks of what all clients leave unread (ms). */
const CHECK_MS = 250
/** How long a client has for the closing handshake of its WebSocket (ms). */
const CLOSING_MS = 1_000

/**
 * Bounds what clients make the server hold and do before their messages are understood: connections and requests by address,
 * packets by connection, and what they do not read.
 */
export class TransportGuard {
  readonly #parts: GuardParts
  readonly #meters = new Map<EngineConnection, Meter>()
  readonly #flusher = new Flusher()
  readonly #connections = new Counts()
  readonly #tcpConnections = new Counts()
  readonly #handshakes: LocalLimiter
  readonly #tcpSockets = new Set<TcpSocket>()
  readonly #webSockets = new Set<TcpSocket>()
  readonly #check: NodeJS.Timeout

  constructor(parts: GuardParts) {
    this.#parts = parts
    const { engine, server, addresses, limits } = parts
    this.#handshakes = new LocalLimiter({ points: limits.handshakesPerMinute, duration: 60 })
    server.on('connection', this.#openTcp)
    server.on('upgrade', this.#upgradeTcp)
    admitHandshakes(engine, (request) => spend(this.#handshakes, addresses.of(request)))
    onConnection(engine, (connection) => this.#open(connection))
    this.#check = setInterval(() => this.#cutLate(), CHECK_MS).unref()
  }

  /** Whether the address of a request may have one more connection. */
  hasRoom(request: IncomingMessage): boolean {
    const { addresses, limits } = this.#parts
    return this.#connections.of(addresses.of(request)) < limits.connectionsPerAddress
  }

  /** The player of a connection is known: it may send more from now on. */
  admit(connection: EngineConnection): void {
    const meter = this.#meters.get(connection)
    if (meter) meter.budget = this.#parts.limits.packetsAfter
  }

  // Connections of Engine.IO --------------------------------------------------------------------------------------------

  #open(connection: EngineConnection): void {
    const { addresses, limits } = this.#parts
    const meter = new Meter(limits.packetsBefore)
    const address = addresses.of(connection.request)
    this.#meters.set(connection, meter)
    this.#flusher.adopt(connection)
    frameMessages(connection)
    const close = this.#connections.add(address)
    connection.once('close', () => {
      close()
      this.#meters.delete(connection)
      // A client may leave the closing handshake of its WebSocket undone.
      setTimeout(() => cut(connection), CLOSING_MS).unref()
    })
    connection.on('packet', (packet: EnginePacket) => this.#receive(connection, meter, lengthOf(packet)))
    connection.on('packetCreate', (packet: EnginePacket) => this.#send(connection, meter, lengthOf(packet)))
    connection.on('flush', () => (meter.waiting = 0))
    const count = (): void => this.#receive(connection, meter, 0)
    onWebSocket(connection, limits.packetsAfter, (socket) => socket.on('ping', count).on('pong', count))
    // Several handshakes may have been accepted at the same time.
    if (this.#connections.of(address) > limits.connectionsPerAddress) cut(connection)
  }

  #receive(connection: EngineConnection, meter: Meter, length: number): void {
    if (meter.receive(length)) return
    this.#log(connection, 'a client sent too much')
    const { farewell, limits } = this.#parts
    if (meter.budget === limits.packetsAfter) endWith(connection, farewell)
    else cut(connection)
  }

  #send(connection: EngineConnection, meter: Meter, length: number): void {
    const { unreadMessages, unreadCharacters } = this.#parts.limits
    meter.waiting += length
    if (waitingPackets(connection) < unreadMessages && meter.waiting + unsentBytes(connection) <= unreadCharacters)
      return
    this.#log(connection, 'a client does not read')
    cut(connection)
  }

  #log(connection: EngineConnection, message: string): void {
    this.#parts.logger.debug({ address: this.#parts.addresses.of(connection.request) }, message)
  }

  // Connections of TCP --------------------------------------------------------------------------------------------------

  readonly #openTcp = (socket: TcpSocket): void => {
    // The server reads a request of this connection again.
    if (this.#tcpSockets.has(socket)) return
    const { addresses, limits } = this.#parts
    const address = addresses.ofPeer(socket)
    if (address !== null) {
      if (this.#tcpConnections.of(address) >= TCP_PER_CONNECTION * limits.connectionsPerAddress) {
        socket.destroy()
        return
      }
      socket.once('close', this.#tcpConnections.add(address))
    }
    this.#tcpSockets.add(socket)
    socket.once('close', () => this.#tcpSockets.delete(socket))
  }

  readonly #upgradeTcp = (_request: IncomingMessage, socket: TcpSocket): void => {
    this.#webSockets.add(socket)
    socket.once('close', () => this.#webSockets.delete(socket))
  }

  /** A connection that is to be closed waits until its client has read everything: not for long. */
  #cutLate(): void {
    const now = performance.now()
    for (const [connection, meter] of this.#meters) {
      if (connection.readyState !== 'closing') continue
      meter.closingSince ??= now
      if (now - meter.closingSince >= CLOSING_MS) cut(connection)
    }
    this.#boundUnread()
  }

  /** While all clients together leave too much unread, cuts those who leave the most. */
  #boundUnread(): void {
    const { unreadBytesOfAll } = this.#parts.limits
    let unread = 0
    for (const { waiting } of this.#meters.values()) unread += waiting
    for (const { writableLength } of this.#tcpSockets) unread += writableLength
    if (unread <= unreadBytesOfAll) return
    this.#parts.logger.warn({ unread }, 'clients leave too much unread')
    const holders = [
      ...Array.from(this.#meters, ([connection, { waiting }]) => ({ unread: waiting, end: () => cut(connection) })),
      ...Array.from(this.#tcpSockets, (socket) => ({ unread: socket.writableLength, end: () => socket.destroy() })),
    ]
    holders.sort((one, other) => other.unread - one.unread)
    for (const holder of holders) {
      if (unread <= unreadBytesOfAll) return
      holder.end()
      unread -= holder.unread
    }
  }

  /** Stops. Resolves when no WebSocket is open: a client that does not complete the closing handshake is cut. */
  async close(): Promise<void> {
    clearInterval(this.#check)
    const closing = new AbortController()
    const closed = [...this.#webSockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const late = delay(CLOSING_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    await Promise.race([Promise.all(closed), late])
    closing.abort()
    for (const socket of this.#webSockets) socket.destroy()
    await Promise.all(closed)
    this.#parts.server.off('connection', this.#openTcp).off('upgrade', this.#upgradeTcp)
  }
}
