import { IncomingMessage } from 'node:http'
import { Socket as TcpSocket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { Server } from 'engine.io'
import type { Engine, EngineConnection, Internals } from './engine.ts'
import { cut, interceptFlush, interceptFrames, transportOf, waitingPackets } from './engine.ts'
import { FairWebSocketServer } from './websockets.ts'

/** By what has them, the internals of Engine.IO and `ws`, each with its type. */
const INTERNALS: { readonly [Part in keyof Internals]: Record<keyof Internals[Part], 'function' | 'object'> } = {
  engine: { clients: 'object' },
  request: { _query: 'object' },
  connection: { writeBuffer: 'object', transport: 'object', flush: 'function' },
  transport: { parser: 'object', socket: 'object' },
  webSocket: { _socket: 'object' },
}

/** A connection that a WebSocket has opened, and all that belongs to it. */
export interface Specimen extends Record<Exclude<keyof Internals, 'connection'>, object> {
  connection: EngineConnection
  /** What was written to its client. */
  written: Buffer[]
}

/** The request of a client that opens a WebSocket (RFC 6455, 1.2). */
const REQUEST = {
  method: 'GET',
  url: '/?EIO=4&transport=websocket',
  headers: {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
}

/** Opens a connection to nobody, whose first packet has left. @throws Error if Engine.IO opens none */
export async function openSpecimen(): Promise<Specimen> {
  const written: Buffer[] = []
  const client = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk)
      done()
    },
  })
  const engine = new Server({ wsEngine: FairWebSocketServer })
  const request = Object.assign(new IncomingMessage(new TcpSocket()), REQUEST)
  const opened: EngineConnection[] = []
  engine.once('connection', (connection: EngineConnection) => opened.push(connection))
  engine.handleUpgrade(request, client, Buffer.alloc(0))
  await endOfTurn()
  const [connection] = opened
  if (!connection) throw new Error('this release of Engine.IO opens no connection for a WebSocket')
  const transport = transportOf(connection)
  return { engine, request, connection, transport, webSocket: transport.socket ?? {}, written }
}

/** The internals of Engine.IO and `ws` that are missing, or do not what is expected of them. */
export function missingInternals(specimen: Specimen): string[] {
  const missing = Object.entries(INTERNALS).flatMap(([part, fields]) =>
    Object.entries(fields).flatMap(([field, type]) => {
      const value: unknown = Reflect.get(specimen[part as keyof Internals], field)
      return value !== null && typeof value === type ? [] : [`${part}.${field}`]
    }),
  )
  return missing.length > 0 ? missing : unmetExpectations(specimen)
}

/** What has the right name, but is not used as it was. Without it the server would only be slower, or bound nothing. */
function unmetExpectations({ engine, transport, connection, written }: Specimen): string[] {
  const { parser } = transport as Internals['transport']
  const frame = Buffer.from('a frame')
  let scheduled = 0
  const flush = interceptFlush(connection, () => (scheduled += 1))
  interceptFrames(connection, () => frame)
  connection.write('a message')
  const waiting = waitingPackets(connection)
  flush()
  return Object.entries({
    'engine.clients': Object.keys((engine as Internals['engine']).clients).length === 1,
    'transport.parser.decodePayload': typeof parser.decodePayload === 'function',
    'connection.flush': scheduled === 1,
    'connection.writeBuffer': waiting === 1 && waitingPackets(connection) === 0,
    'packet.options.wsPreEncodedFrame': written.at(-1) === frame,
  }).flatMap(([what, isMet]) => (isMet ? [] : [what]))
}

/**
 * Requires that the installed Engine.IO and `ws` have all that `engine.ts` reaches, and that Socket.IO uses them.
 * @throws Error that names what is missing
 */
export async function requireInternals(ofSocketIo: Engine): Promise<void> {
  const specimen = await openSpecimen()
  const missing = missingInternals(specimen)
  cut(specimen.connection)
  if (!(ofSocketIo instanceof Server)) missing.push('the Engine.IO of Socket.IO')
  if (missing.length > 0) throw new Error(`this release of Engine.IO or ws lacks: ${missing.join(', ')}`)
}
