import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { ErrorBody, ServerEvents } from '../protocol.ts'

/** Longest time for a connection to be made, handshake and all. */
const CONNECT_TIMEOUT_MS = 10_000

/** The listener of a line. Nothing is called after `lost`. */
export interface LineListener {
  connected(): void
  /** The line is of no more use. `refusal`: the server did not let the client in, and says why. */
  lost(refusal: ErrorBody['error'] | null): void
  event<E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void
}

/** One connection to the server, from the attempt to its loss. It is never connected again. */
export class Line {
  readonly #socket: Socket
  readonly #timeout: ReturnType<typeof setTimeout>
  #listener: LineListener | null
  #receivedAt = 0

  /** `url` may have a path; the server is below it. */
  constructor(url: string, token: string, listener: LineListener) {
    const { origin, pathname } = new URL(url)
    this.#listener = listener
    const socket = io(origin, {
      path: `${pathname.replace(/\/$/, '')}/socket.io/`,
      auth: { token, updateInAnswer: true },
      // Long polling would need a load balancer that sends all requests of a client to one node.
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    this.#socket = socket
    this.#timeout = setTimeout(() => this.#lose(null), CONNECT_TIMEOUT_MS)
    socket.on('connect', () => {
      clearTimeout(this.#timeout)
      this.#receivedAt = performance.now()
      this.#listener?.connected()
    })
    socket.io.engine.on('packet', () => (this.#receivedAt = performance.now()))
    socket.on('connect_error', (error: Error & { data?: ErrorBody['error'] }) => this.#lose(error.data ?? null))
    socket.on('disconnect', () => this.#lose(null))
    socket.onAny((event: keyof ServerEvents, payload: unknown) => this.#listener?.event(event, payload as never))
  }

  /** When the server was last heard of, by `performance.now()`. */
  get receivedAt(): number {
    return this.#receivedAt
  }

  /** Sends a message; `answered` is called at once when the answer comes, before any later event is dispatched. */
  send(event: string, payload: object, answered: (answer: unknown) => void): void {
    this.#socket.emit(event, payload, answered)
  }

  #lose(refusal: ErrorBody['error'] | null): void {
    const listener = this.#listener
    this.close()
    listener?.lost(refusal)
  }

  /** Closes the line without calling the listener. */
  close(): void {
    this.#listener = null
    clearTimeout(this.#timeout)
    this.#socket.disconnect()
  }
}
