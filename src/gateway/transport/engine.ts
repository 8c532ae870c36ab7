import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket as TcpSocket } from 'node:net'
import type { Server, Socket } from 'socket.io'

/*
 * The one place that reaches into Engine.IO, below Socket.IO, and into `ws` below that. What their types do not show is
 * in `Internals`; the server does not start if a release has it no longer (internals.ts).
 */

/** The server of Engine.IO. */
export type Engine = Server['engine']

/** A connection of Engine.IO: it has no player yet. */
export type EngineConnection = Socket['conn']

/** A packet of Engine.IO. */
export interface EnginePacket {
  type: string
  data?: string | Buffer
}

/** A packet that was just made for a client. */
export interface NewPacket extends EnginePacket {
  /** `wsPreEncodedFrame`: the buffers to write to a WebSocket, instead of the packet. */
  options: { wsPreEncodedFrame?: readonly Buffer[] }
}

/** What the `ws` package has of a WebSocket. */
export interface WebSocket extends EventEmitter {
  /** Bytes that were sent and that the operating system has not taken yet. */
  bufferedAmount: number
  /** Reads nothing from now on. */
  pause(): void
  /** Cuts the connection without a closing handshake. */
  terminate(): void
}

/** The transport of a connection: a WebSocket, `socket`, or long polling, whose bodies `parser` takes apart. */
export interface Transport {
  parser: { decodePayload(body: string): EnginePacket[] }
  socket?: WebSocket & Internals['webSocket']
}

/** What is reached here although no type shows it, by what has it. */
export interface Internals {
  engine: { clients: object }
  /** As Engine.IO has prepared it: its query. */
  request: { _query: { sid?: string } }
  connection: {
    writeBuffer: readonly EnginePacket[]
    transport: Transport
    /** Hands the packets that wait over to the transport, if it can send. */
    flush(): void
  }
  transport: Pick<Transport, 'parser' | 'socket'>
  webSocket: { _socket: TcpSocket | null }
}

// The server ----------------------------------------------------------------------------------------------------------

/** From now on, new connections get their ids from `newId`. */
export function nameConnections(engine: Engine, newId: () => string): void {
  engine.generateId = newId
}

export const connectionsOf = (engine: Engine): number => engine.clientsCount

/** Calls back with each new connection. */
export function onConnection(engine: Engine, open: (connection: EngineConnection) => void): void {
  engine.on('connection', open)
}

/** From now on, a request, a WebSocket's among them, is answered with 429 if `admit` rejects. */
export function admitRequests(engine: Engine, admit: (request: IncomingMessage) => Promise<void>): void {
  engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    admit(request).then(next, () => {
      response.writeHead(429)
      response.end()
    })
  })
}

/** Whether a request belongs to a connection that is open. */
export function isOfConnection(engine: Engine, request: IncomingMessage): boolean {
  const { sid } = (request as unknown as Internals['request'])._query
  return sid !== undefined && Object.hasOwn((engine as unknown as Internals['engine']).clients, sid)
}

/** Closes all connections. */
export const closeConnections = (engine: Engine): void => void engine.close()

// A connection --------------------------------------------------------------------------------------------------------

const internalsOf = (connection: EngineConnection): Internals['connection'] =>
  connection as unknown as Internals['connection']

export const transportOf = (connection: EngineConnection): Transport => internalsOf(connection).transport

/** Calls back with the transport that is to take the place of the first one. */
export function onUpgrade(connection: EngineConnection, upgrade: (transport: Transport) => void): void {
  connection.on('upgrading', upgrade)
}

/** How many packets wait until the transport can send. */
export const waitingPackets = (connection: EngineConnection): number => internalsOf(connection).writeBuffer.length

/** The bytes that a WebSocket has not handed over to the operating system. */
export const unsentBytes = (connection: EngineConnection): number => transportOf(connection).socket?.bufferedAmount ?? 0

/** From now on, `schedule` is called whenever a connection has packets to hand over. Returns what hands them over. */
export function interceptFlush(connection: EngineConnection, schedule: () => void): () => void {
  const internals = internalsOf(connection)
  const flush = internals.flush.bind(connection)
  internals.flush = schedule
  return () => {
    const tcp = internals.transport.socket?._socket
    tcp?.cork()
    flush()
    tcp?.uncork()
  }
}

/** From now on, messages of text go over a WebSocket in the frames of `frameOf`. Null: Engine.IO makes the frame. */
export function interceptFrames(connection: EngineConnection, frameOf: (text: string) => Buffer | null): void {
  connection.on('packetCreate', ({ type, data, options }: NewPacket) => {
    if (type !== 'message' || typeof data !== 'string' || !transportOf(connection).socket) return
    const frame = frameOf(data)
    if (frame) options.wsPreEncodedFrame = [frame]
  })
}

/** Sends a last packet and closes a connection. Nothing is read any more, not even the answer to the closing handshake. */
export function endWith(connection: EngineConnection, packet: string): void {
  const { socket } = transportOf(connection)
  connection.write(packet)
  connection.close()
  socket?.pause()
}

/** Closes a connection at once, without waiting for the client. */
export function cut(connection: EngineConnection): void {
  const { socket } = transportOf(connection)
  connection.close(true)
  socket?.terminate()
}

/** The length of a packet, in characters of text or bytes. */
export const lengthOf = ({ data }: EnginePacket): number => data?.length ?? 0
