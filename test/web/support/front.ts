import type { IncomingMessage, Server } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { pipeline } from 'node:stream'

/**
 * Stands in front of a server, as a proxy does: what passes has the headers of the real server. It can be cut off, and
 * answer some paths in the place of the server.
 */
export class Front {
  readonly #target: URL
  readonly #server: Server
  readonly #tunnels = new Set<Socket>()
  #cut = false
  /** A path below which it serves the server, such as `/curia`. */
  prefix = ''
  /** Paths that the server does not have any more. */
  gone: (path: string) => boolean = () => false
  /** What becomes of the text of some paths; the others pass as they are. */
  readonly changed = new Map<string, (text: string) => string>()
  /** The requests that came, as `GET /path`. */
  readonly requests: string[] = []

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((incoming, outgoing) => {
      if (this.#cut) return void incoming.socket.destroy()
      const path = this.#pathOf(incoming)
      const [bare = ''] = (path ?? '').split('?', 1)
      this.requests.push(`${incoming.method} ${bare}`)
      if (path === null || this.gone(bare)) return void outgoing.writeHead(404).end()
      const change = this.changed.get(bare)
      const headers = { ...incoming.headers }
      // A text that is changed is needed as a whole.
      if (change) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name]
      const { hostname, port } = this.#target
      const onward = request({ hostname, port, path, method: incoming.method, headers, agent: false }, (answer) => {
        if (!change) {
          outgoing.writeHead(answer.statusCode!, answer.headers)
          return pipeline(answer, outgoing, () => undefined)
        }
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const kept = { ...answer.headers }
          for (const name of ['content-length', 'etag', 'last-modified']) delete kept[name]
          outgoing.writeHead(answer.statusCode!, kept).end(change(Buffer.concat(chunks).toString()))
        })
      })
      onward.on('error', () => outgoing.destroy())
      pipeline(incoming, onward, () => undefined)
    })
    // On a loaded machine a client may use a connection in the moment in which it would be closed as idle.
    this.#server.keepAliveTimeout = 0
    this.#server.on('upgrade', (incoming: IncomingMessage, client: Socket) => this.#tunnel(incoming, client))
  }

  /** @param target the address of the server. */
  static async open(target: string): Promise<Front> {
    const front = new Front(target)
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve))
    return front
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}${this.prefix}`
  }

  #pathOf({ url = '' }: IncomingMessage): string | null {
    return url.startsWith(`${this.prefix}/`) ? url.slice(this.prefix.length) : null
  }

  #tunnel(incoming: IncomingMessage, client: Socket): void {
    const path = this.#pathOf(incoming)
    if (this.#cut || path === null) return void client.destroy()
    const upstream = connect(Number(this.#target.port), this.#target.hostname)
    const lines = incoming.rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? `${name}: ${incoming.rawHeaders[at + 1]}` : [],
    )
    upstream.write(`${[`${incoming.method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`)
    for (const socket of [client, upstream]) {
      this.#tunnels.add(socket)
      socket.on('close', () => this.#tunnels.delete(socket))
    }
    pipeline(client, upstream, client, () => undefined)
  }

  /** No connection gets an answer any more, until `mend`. */
  cut(): void {
    this.#cut = true
    this.#end()
  }

  mend(): void {
    this.#cut = false
  }

  #end(): void {
    this.#server.closeAllConnections()
    for (const socket of this.#tunnels) socket.destroy()
  }

  async close(): Promise<void> {
    this.#end()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
