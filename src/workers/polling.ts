import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'

/*
 * What the workers have for long polling alone (docs/operations.md#long-polling).
 */

/** The variable of a worker's environment with the folder of the workers' own sockets. */
const VARIABLE = 'CURIA_WORKER_SOCKETS'

/** The folder of the workers' sockets, as the primary has it. */
export interface WorkerSockets {
  /** What the environment of each worker must have. */
  environment: Record<string, string>
  remove(): Promise<void>
}

/** Makes the folder, which only this user may enter. */
export async function makeSockets(): Promise<WorkerSockets> {
  const folder = await mkdtemp(join(tmpdir(), 'curia-workers-'))
  return { environment: { [VARIABLE]: folder }, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The folder in the environment of a worker; undefined in the process of another primary. */
export const socketsFolder = (): string | undefined => process.env[VARIABLE]

/** What Engine.IO answers for a connection that it does not know: the client connects again. */
const UNKNOWN = { status: 400, body: '{"code":1,"message":"Session ID unknown"}' }

/** The header that names the client of a request. */
const CLIENT = 'x-forwarded-for'

/** Headers of an answer that are about one connection alone. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive'])

/** Where clients are: a worker tells another one whose request it passes on, as a proxy would. */
export interface Clients {
  /** The address of the client that sent a request. */
  of(request: IncomingMessage): string
  /** At the other end of a connection is another worker, which is to be believed. */
  trust(socket: Socket): void
}

/**
 * Which worker has which connection of Engine.IO. The requests of long polling, and a WebSocket that takes its place, come
 * to any worker; only the one that has the connection can answer them. The id of a connection begins with the worker's,
 * and each worker listens on a socket of its own: so a request for another worker is passed on. Clients that begin with a
 * WebSocket, and all other requests, are served where they arrive.
 */
export class PollingRoutes {
  readonly #folder: string
  readonly #worker: number
  /** Ends what waits for another worker: tunnels, and polls. */
  readonly #elsewhere = new Set<() => void>()

  constructor(folder: string, worker: number) {
    this.#folder = folder
    this.#worker = worker
  }

  /** A new id for a connection. */
  readonly newId = (): string => `${this.#worker}.${randomBytes(15).toString('base64url')}`

  /** Stands in front of the server's listeners, and serves the requests that other workers pass on. */
  async attach(server: HttpServer, clients: Clients): Promise<void> {
    this.#standInFront(server, 'request', (request, response: ServerResponse, path) => {
      passOn(request, response, path, clients.of(request))
      // A poll waits long; a message of the client is answered at once.
      if (request.method === 'GET') this.#retain(response)
    })
    this.#standInFront(server, 'upgrade', (request, socket: Socket, path, head) => {
      tunnel(request, socket, head!, path, clients.of(request))
      this.#retain(socket)
    })
    const own = createServer((socket) => {
      clients.trust(socket)
      server.emit('connection', socket)
    })
    // The primary does not share it among the workers.
    own.listen({ path: this.#pathOf(this.#worker), exclusive: true })
    await once(own, 'listening')
    own.unref()
  }

  /** Cuts what goes through this worker to other ones: those clients connect again. */
  cut(): void {
    for (const end of this.#elsewhere) end()
  }

  /** Removes the folder, as the primary has died. */
  removeFolder(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #retain(stream: Duplex | ServerResponse): void {
    const end = (): void => void stream.destroy()
    this.#elsewhere.add(end)
    stream.once('close', () => this.#elsewhere.delete(end))
  }

  #standInFront<Answer>(
    server: HttpServer,
    event: 'request' | 'upgrade',
    elsewhere: (request: IncomingMessage, answer: Answer, path: string, head?: Buffer) => void,
  ): void {
    const listeners = server.listeners(event) as ((...args: unknown[]) => void)[]
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, answer: Answer, head?: Buffer) => {
      const worker = workerOf(request)
      if (worker !== null && worker !== this.#worker) elsewhere(request, answer, this.#pathOf(worker), head)
      else for (const listener of listeners) listener.call(server, request, answer, head)
    })
  }

  readonly #pathOf = (worker: number): string => join(this.#folder, `${worker}.sock`)
}

/** The worker that has the connection of a request; null if the request names none. */
function workerOf({ url = '' }: IncomingMessage): number | null {
  if (!url.startsWith('/socket.io/')) return null
  const worker = /[?&]sid=(\d{1,9})\./.exec(url)?.[1]
  return worker === undefined ? null : Number(worker)
}

function passOn(request: IncomingMessage, response: ServerResponse, socketPath: string, client: string): void {
  const { method, url } = request
  // A connection of its own, which this worker closes: the other one could close it before the end of
  // the request is written.
  const headers = { ...request.headers, connection: 'keep-alive', [CLIENT]: client }
  const passed = httpRequest({ socketPath, method, path: url, headers, agent: false }, (answer) => {
    const own = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name))
    response.writeHead(answer.statusCode!, Object.fromEntries(own))
    pipeline(answer, response, () => undefined)
  })
  passed.once('error', () => {
    if (response.headersSent) return response.destroy()
    response.writeHead(UNKNOWN.status, { 'content-type': 'application/json' }).end(UNKNOWN.body)
  })
  // Also when the client is gone, so that nothing waits for it.
  response.once('close', () => passed.destroy())
  request.pipe(passed)
}

function tunnel(request: IncomingMessage, socket: Socket, head: Buffer, path: string, client: string): void {
  const worker = connect({ path })
  const { method, url, rawHeaders } = request
  const headers = Array.from({ length: rawHeaders.length / 2 }, (_, n) => [rawHeaders[2 * n]!, rawHeaders[2 * n + 1]!])
  const passed = [...headers.filter(([name]) => name!.toLowerCase() !== CLIENT), [CLIENT, client]]
  const lines = passed.map(([name, value]) => `${name}: ${value}`)
  worker.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  worker.write(head)
  pipeline(socket, worker, socket, () => undefined)
}
