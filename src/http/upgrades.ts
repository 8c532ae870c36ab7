import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CodedError } from '../protocol/index.ts'
import { refuseOnSocket } from './errors.ts'

/** Where clients open their WebSockets. */
const WEB_SOCKETS = '/socket.io/'
/** The key of a WebSocket: 16 bytes in base64. */
const KEY = /^[+/0-9A-Za-z]{22}==$/
/** The headers of an offer, which `Connection` names as well. */
const OFFER = new Set(['upgrade', 'http2-settings'])
/** Node tells no more than 1,000 headers of a request. */
const MOST_HEADERS = 500
const CONNECT_REFUSED = ['Allow: GET, HEAD, POST, PUT, DELETE']

/**
 * For the server of Node 22.21 and later. These hand over a request that offers another protocol without its body, or
 * read the body themselves: so such a request must be no upgrade from the beginning.
 */
export const upgradeOptions = {
  shouldUpgradeCallback: (request: IncomingMessage): boolean => !hasBody(request) || opensWebSocket(request),
}

/**
 * Answers every request that offers another protocol than the WebSockets of clients (`Upgrade: h2c`, for example) as if
 * it did not offer it: the server reads it again, with its body, without the offer. CONNECT is refused. Call it once
 * the server has all its other listeners.
 */
export function answerUpgrades(server: Server): void {
  const unanswered = new WeakMap<Socket, Set<ServerResponse>>()

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    // Node forgets what follows the body of such a request, if both arrive together.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
    const { socket } = request
    const responses = unanswered.get(socket) ?? new Set()
    unanswered.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  })

  /** Calls back once every earlier request of a connection has its answer, which the upgrade of this one cuts short. */
  const afterAnswers = (socket: Socket, callback: () => void): void => {
    const responses = unanswered.get(socket) ?? new Set()
    const last = [...responses].at(-1)
    if (!last) return callback()
    const ignore = (): void => undefined
    // Node itself does this until the upgrade.
    const goOn = (): void => void [...responses][0]?.emit('drain')
    socket.on('error', ignore).on('drain', goOn)
    last.once('close', () => {
      // Its error may come later.
      if (!socket.writable) return
      socket.off('error', ignore).off('drain', goOn)
      callback()
    })
  }

  const readAgain = (request: IncomingMessage, socket: Socket, rest: Buffer): void => {
    if (request.rawHeaders.length > 2 * MOST_HEADERS) {
      refuseOnSocket(socket, new CodedError('payload-too-large'))
      return
    }
    // The time for which the connection may be idle was set after the answer before.
    socket.setTimeout(0)
    socket.unshift(Buffer.concat([headWithoutOffer(request), rest]))
    server.emit('connection', socket)
  }

  const listeners = server.listeners('upgrade') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, rest: Buffer) => {
    if (opensWebSocket(request)) for (const listener of listeners) listener.call(server, request, stream, rest)
    else afterAnswers(request.socket, () => readAgain(request, request.socket, rest))
  })
  server.on('connect', ({ socket }: IncomingMessage) => {
    afterAnswers(socket, () => refuseOnSocket(socket, new CodedError('method-not-allowed'), CONNECT_REFUSED))
  })
}

/** Whether a request opens a WebSocket of Socket.IO. What is wrong with its other headers, Socket.IO answers. */
function opensWebSocket({ method, httpVersion, url = '', headers }: IncomingMessage): boolean {
  const key = headers['sec-websocket-key']
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    url.startsWith(WEB_SOCKETS) &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    key !== undefined &&
    KEY.test(key)
  )
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at]!, rawHeaders[at + 1]!]
    if (isOffer(name)) continue
    const kept =
      name.toLowerCase() === 'connection'
        ? value
            .split(',')
            .filter((one) => !isOffer(one))
            .join(',')
        : value
    lines.push(`${name}: ${kept}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

const isOffer = (name: string): boolean => OFFER.has(name.trim().toLowerCase())
