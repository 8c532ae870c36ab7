import type { Socket } from 'socket.io-client'
import { io } from 'socket.io-client'
import type { ErrorBody, ServerEvents } from '../protocol.ts'

/** How messages travel. Long polling works where WebSockets are blocked; each message then takes a request of its own. */
export type Transport = 'websocket' | 'polling'

/** Longest time for a connection to be made, handshake and all. */
const CONNECT_TIMEOUT_MS = 10_000
/** Longest time in which a WebSocket must let something through: where it does not, it is blocked. */
const OPEN_TIMEOUT_MS = 5_000
/** Longer than the server holds a poll back. A browser has few requests at a time: those of a dead line must end. */
const POLL_TIMEOUT_MS = 40_000
/** Longer than any connection lives, and not too long for a timer. */
const NEVER_MS = 2 ** 31 - 1

/** How a line was lost. */
export interface Loss {
  /** The server did not let the client in, and says why. */
  refusal?: ErrorBody['error']
  /** A node has got a request of long polling that does not know this connection: another node does. */
  isUnknown?: boolean
}

/** The listener of a line. Nothing is called after `lost`. */
export interface LineListener {
  connected(): void
  /** The line is no longer of use. */
  lost(loss: Loss): void
  event<E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void
}

/** One connection to the server, from the attempt to its loss. It is never connected again. */
export class Line {
  readonly transport: Transport
  readonly #socket: Socket
  #timeout: ReturnType<typeof setTimeout>
  #listener: LineListener | null
  #receivedAt = 0
  #isConnected = false
  #isProven = false

  /** `url` may have a path; the server is below it. Without a token, this is the line of a visitor. */
  constructor(url: string, token: string | null, transport: Transport, listener: LineListener) {
    const { origin, pathname } = new URL(url)
    this.transport = transport
    this.#listener = listener
    const socket = io(origin, {
      path: `${pathname.replace(/\/$/, '')}/socket.io/`,
      auth: token === null ? { visitor: true } : { token, updateInAnswer: true },
      transports: [transport],
      upgrade: false,
      requestTimeout: POLL_TIMEOUT_MS,
      forceNew: true,
      reconnection: false,
    })
    this.#socket = socket
    const { engine } = socket.io
    const began = performance.now()
    const giveUpAfter = (ms: number): ReturnType<typeof setTimeout> => setTimeout(() => this.#lose({}), ms)
    this.#timeout = giveUpAfter(transport === 'websocket' ? OPEN_TIMEOUT_MS : CONNECT_TIMEOUT_MS)
    engine.on('open', () => {
      clearTimeout(this.#timeout)
      this.#timeout = giveUpAfter(began + CONNECT_TIMEOUT_MS - performance.now())
    })
    // Engine.IO would end the connection when a ping is overdue by the clock of the device, which someone may set, or by
    // a timer that stood still. Here it is the heartbeat that finds out.
    engine.on('handshake', (data) => (data.pingTimeout = NEVER_MS - data.pingInterval))
    engine.on('packet', () => {
      this.#receivedAt = performance.now()
      this.#isProven = this.#isConnected
    })
    socket.on('connect', () => {
      clearTimeout(this.#timeout)
      this.#isConnected = true
      this.#receivedAt = performance.now()
      this.#listener?.connected()
    })
    socket.on('connect_error', (error: Error & { data?: ErrorBody['error'] }) => {
      this.#lose(error.data ? { refusal: error.data } : { isUnknown: isUnknownSession(error) })
    })
    socket.on('disconnect', (_reason, error) => this.#lose({ isUnknown: isUnknownSession(error) }))
    socket.onAny((event: keyof ServerEvents, payload: unknown) => this.#listener?.event(event, payload as never))
  }

  /** Calls another listener from now on. */
  set listener(listener: LineListener) {
    this.#listener = listener
  }

  /** When the server was last heard of, by `performance.now()`. */
  get receivedAt(): number {
    return this.#receivedAt
  }

  /** Whether anything has come through since the connection was made. */
  get isProven(): boolean {
    return this.#isProven
  }

  /** Sends a message; `answered` is called at once when the answer comes, before any later event is dispatched. */
  send(event: string, payload: object, answered: (answer: unknown) => void): void {
    this.#socket.emit(event, payload, answered)
  }

  #lose(loss: Loss): void {
    const listener = this.#listener
    this.close()
    listener?.lost(loss)
  }

  /** Closes the line without calling the listener. */
  close(): void {
    this.#listener = null
    clearTimeout(this.#timeout)
    this.#socket.disconnect()
  }
}

/** Whether a request of long polling was answered with "Session ID unknown" of Engine.IO. */
function isUnknownSession(error: unknown): boolean {
  const { context } = (error ?? {}) as { context?: { responseText?: string } }
  try {
    return (JSON.parse(context?.responseText ?? '') as { code?: unknown }).code === 1
  } catch {
    return false
  }
}
