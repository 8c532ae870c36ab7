import type { EventEmitter } from 'node:events'
import type { Socket as TcpSocket } from 'node:net'
import type { Socket } from 'socket.io'

/** A connection of Engine.IO, below Socket.IO: it has no player yet. */
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
interface WebSocket extends EventEmitter {
  /** Bytes that were sent and that the operating system has not taken yet. */
  bufferedAmount: number
  _socket: TcpSocket | null
  /** Reads nothing from now on. */
  pause(): void
  /** Cuts the connection without a closing handshake. */
  terminate(): void
}

/** The transport of a connection: one WebSocket, or the requests of long polling. */
export interface Transport {
  name: string
  parser: { decodePayload(body: string): EnginePacket[] }
  socket?: WebSocket
}

/** What this folder needs of Engine.IO that its types do not show. */
interface Internals {
  writeBuffer: readonly EnginePacket[]
  transport: Transport
  /** Hands the packets that wait over to the transport, if it can send. */
  flush(): void
}

const internalsOf = (connection: EngineConnection): Internals => connection as unknown as Internals

export const transportOf = (connection: EngineConnection): Transport => internalsOf(connection).transport

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
