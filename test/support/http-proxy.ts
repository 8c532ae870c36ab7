import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'

/**
 * What happens to WebSockets: they pass; are refused with a status; are closed without a word; are accepted, and then
 * nothing passes; or nothing of the server passes once the client, which is connected, sends its first message.
 */
export type WebSocketMode = 'pass' | 'refuse' | 'close' | 'swallow' | 'handshake'

/** Gives the server for a request, by its number and path. */
type Choose = (request: number, path: string) => string

/** A proxy in front of servers, through which plain HTTP goes, and WebSockets as it is told. */
export class HttpProxy {
  readonly #server = createServer((request, response) => this.#forward(request, response))
  readonly #sockets = new Set<Socket>()
  readonly #choose: Choose
  #requests = 0
  mode: WebSocketMode
  /** How many WebSockets were asked for. */
  upgrades = 0

  private constructor(choose: Choose, mode: WebSocketMode) {
    this.#choose = choose
    this.mode = mode
    // On a loaded machine a client may use a connection in the moment in which it would be closed as idle.
    this.#server.keepAliveTimeout = 0
    this.#server.on('connection', (socket: Socket) => this.#retain(socket))
    this.#server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      this.upgrades += 1
      this.#upgrade(request, socket, head)
    })
  }

  static async open(choose: Choose, mode: WebSocketMode): Promise<HttpProxy> {
    const proxy = new HttpProxy(choose, mode)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  #retain(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #target(path: string): URL {
    return new URL(this.#choose((this.#requests += 1), path))
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url } = request
    const passed = forward(new URL(url!, this.#target(url!)), { method: method!, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }

  #upgrade({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.mode === 'refuse') {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    if (this.mode === 'close') {
      socket.destroy()
      return
    }
    const { hostname, port } = this.#target(url!)
    const server = connect(Number(port), hostname)
    this.#retain(server)
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, n) => `${rawHeaders[2 * n]}: ${rawHeaders[2 * n + 1]}`,
    )
    server.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    server.write(head)
    const { mode } = this
    let isDeaf = false
    let sent = 0
    server.on('data', (bytes) => {
      const isAccepted = mode === 'swallow' && !isDeaf
      if (isAccepted) socket.write(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4))
      else if (!isDeaf) socket.write(bytes)
      isDeaf ||= isAccepted
    })
    socket.on('data', (bytes) => {
      sent += 1
      // The first one is the handshake of Socket.IO.
      isDeaf ||= mode === 'handshake' && sent > 1
      server.write(bytes)
    })
    server.on('close', () => socket.destroy())
    socket.on('close', () => server.destroy())
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
