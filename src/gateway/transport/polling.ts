import type { IncomingMessage } from 'node:http'
import type { Engine, EngineConnection, EnginePacket, Transport, WebSocket } from './engine.ts'
import { admitRequests, isOfConnection, onUpgrade, transportOf } from './engine.ts'

/*
 * What the gateway has for long polling alone. Everything else reads as if each connection were one WebSocket from its
 * first request. What else long polling costs is in docs/operations.md#long-polling.
 */

/** Separates the packets in a body. */
const SEPARATOR = '\x1e'

const TOO_MANY: EnginePacket[] = [{ type: 'error', data: 'too many packets' }]

/** The option `cors` of Socket.IO: which web pages may poll, `*` for all. A WebSocket needs no such leave. */
export const corsOf = (origins: string[]): { origin: string | string[] } => ({
  origin: origins.includes('*') ? '*' : origins,
})

/**
 * From now on, a request that begins a connection is answered with 429 if `admit` rejects. So is one that names an unknown
 * connection. The later requests of a connection are bounded by their packets.
 */
export function admitHandshakes(engine: Engine, admit: (request: IncomingMessage) => Promise<unknown>): void {
  admitRequests(engine, async (request) => {
    if (!isOfConnection(engine, request)) await admit(request)
  })
}

/**
 * Calls back with the WebSocket of a connection: at once, or when it is to take the place of long polling. Until then, a
 * body with more packets than `most` closes the connection, and is not taken apart.
 */
export function onWebSocket(connection: EngineConnection, most: number, open: (socket: WebSocket) => void): void {
  const transport = transportOf(connection)
  if (transport.socket) return open(transport.socket)
  boundBodies(transport, most)
  onUpgrade(connection, ({ socket }) => open(socket!))
}

function boundBodies(transport: Transport, most: number): void {
  const { parser } = transport
  transport.parser = Object.create(parser, {
    decodePayload: {
      value: (body: string): EnginePacket[] => (hasMore(body, most) ? TOO_MANY : parser.decodePayload(body)),
    },
  }) as Transport['parser']
}

function hasMore(body: string, most: number): boolean {
  let packets = 1
  for (let at = body.indexOf(SEPARATOR); at !== -1; at = body.indexOf(SEPARATOR, at + 1)) {
    packets += 1
    if (packets > most) return true
  }
  return false
}
