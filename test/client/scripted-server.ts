import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'socket.io'
import { Server } from 'socket.io'
import type { ErrorCode, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'

type Answer = object | 'silence'
type Script = (payload: Record<string, unknown>, socket: Socket) => Answer

/** A message as it arrived, and on which connection, counted from 1. */
interface Received {
  event: string
  payload: Record<string, unknown>
  connection: number
}

/** A refusal, as the server words it. */
export const refused = (code: ErrorCode, details?: object): object => ({
  ok: false,
  error: { code, message: code, ...(details && { details }) },
})

/** A server that sends what a test prescribes: for messages that the real server sends rarely, or not yet. */
export class ScriptedServer {
  readonly #http = createServer()
  readonly #io = new Server(this.#http, { serveClient: false })
  readonly #scripts = new Map<string, Script>()
  url = ''
  readonly received: Received[] = []
  readonly sockets: Socket[] = []
  /** What a handshake is refused with, one after the other. */
  readonly refusals: ErrorCode[] = []
  /** The tokens that clients came with. */
  readonly tokens: unknown[] = []
  /** What they said of themselves, the token included. */
  readonly handshakes: Record<string, unknown>[] = []

  static async open(): Promise<ScriptedServer> {
    const server = new ScriptedServer()
    server.#http.listen(0, '127.0.0.1')
    await once(server.#http, 'listening')
    server.url = `http://127.0.0.1:${(server.#http.address() as AddressInfo).port}`
    server.answer('chat:read', ({ match }) => ({ ok: true, match, room: 'players', lines: [], muted: false }))
    return server
  }

  private constructor() {
    this.#io.use((socket, next) => {
      this.tokens.push(socket.handshake.auth.token)
      this.handshakes.push(socket.handshake.auth)
      const code = this.refusals.shift()
      next(code && Object.assign(new Error(code), { data: { code, message: code } }))
    })
    this.#io.on('connection', (socket) => {
      const connection = this.sockets.push(socket)
      socket.onAny((event: string, payload: Record<string, unknown>, acknowledge: (answer: object) => void) => {
        this.received.push({ event, payload, connection })
        const answer = this.#scripts.get(event)?.(payload, socket) ?? refused('unknown-event')
        if (answer !== 'silence') acknowledge(answer)
      })
    })
  }

  /** The connection that was made last. */
  get socket(): Socket {
    return this.sockets.at(-1)!
  }

  /** The path of the next connection that is asked for. */
  async nextPath(): Promise<string> {
    const [{ url }] = (await once(this.#http, 'upgrade')) as [{ url: string }]
    return url.split('?')[0]!
  }

  /** What an event is answered with from now on. */
  answer(event: string, script: Script): void {
    this.#scripts.set(event, script)
  }

  /** Answers what is no request of Socket.IO from now on. */
  answerHttp(listener: RequestListener): void {
    this.#http.on('request', (request, response) => {
      if (!request.url!.startsWith('/socket.io/')) listener(request, response)
    })
  }

  /** What arrived of an event. */
  of(event: string): Received[] {
    return this.received.filter((received) => received.event === event)
  }

  async close(): Promise<void> {
    await this.#io.close()
  }
}

export const MATCH = 'MatchMatchMatchM'

/** A view of a match that is no game, but has a version in its seed's hash. */
export const viewAt = (version: number, more: Partial<ViewAnswer> = {}): { ok: true } & ViewAnswer => ({
  ok: true,
  version,
  snapshot: {
    match: MATCH,
    you: 0,
    status: 'playing',
    players: { 0: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' } },
    seedHash: `hash of ${version}`,
  } as unknown as Snapshot,
  now: Date.now(),
  ...more,
})

/** The update that leads to a version of such a match. */
export const updateTo = (version: number): object => ({
  match: MATCH,
  version,
  at: Date.now(),
  events: [{ type: 'turn-began', seat: 0, extra: false }],
  patch: { seedHash: `hash of ${version}` },
})
