import { CuriaError, offline } from '../errors.ts'
import { Store } from '../observable.ts'
import type { Observable } from '../observable.ts'
import { onNetworkBack } from '../platform.ts'
import type { ErrorBody, ServerEvents } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import type { AskOptions } from './ask.ts'
import { Asks } from './asks.ts'
import { Backoff } from './backoff.ts'
import type { Answer, Commands, Payload } from './commands.ts'
import { Line } from './line.ts'

/**
 * `connecting`: the first attempt, at the start or after a loss. `offline`: nothing asks for a connection, or the
 * last attempt has failed and others follow. `draining`: the server is about to stop; the next connection follows
 * in a moment.
 */
export type ConnectionState = 'offline' | 'connecting' | 'online' | 'draining'

/** Whether a session goes on: what the server said of its token. */
export type TokenFault = 'token-missing' | 'token-invalid' | 'token-expired' | 'token-revoked' | 'banned'
const TOKEN_FAULTS: readonly string[] = [
  'token-missing',
  'token-invalid',
  'token-expired',
  'token-revoked',
  'banned',
] satisfies TokenFault[]

export interface ConnectionOptions {
  url: string
  /** Learns the time of the server. */
  clock: ServerClock
  /** The token to connect with; null while there is no session. */
  token: () => string | null
  /** How long a connection may be silent while an answer is awaited, ms; then the client gives it up. */
  answerTimeoutMs: number
  /**
   * The server does not accept the token any more. Returns whether there is another one to connect with; otherwise
   * everything that waits fails with the fault.
   */
  tokenRefused: (fault: TokenFault, token: string) => boolean
}

type Listener = (payload: never) => void

/**
 * A connection that comes back by itself, over any number of lines, and repeats what was not answered. It is made
 * when it is first needed, and lasts until `close` or until the session ends.
 */
export class Connection {
  readonly clock: ServerClock
  readonly #state = new Store<ConnectionState>('offline')
  readonly #options: ConnectionOptions
  readonly #asks: Asks
  readonly #listeners = new Map<string, Listener[]>()
  readonly #onConnected = new Set<() => void>()
  readonly #onLost = new Set<() => void>()
  readonly #backoff = new Backoff()
  readonly #leaveNetwork: () => void
  #line: Line | null = null
  #isConnected = false
  #token = ''
  #wanted = false
  readonly #arrivals = new Set<{ resolve: () => void; reject: (error: CuriaError) => void }>()
  #closed = false
  #retry: ReturnType<typeof setTimeout> | undefined
  /** When the server that is about to stop wants to be connected to again, by `performance.now()`. */
  #drainedUntil: number | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.clock = options.clock
    this.#asks = new Asks(this.clock, options.answerTimeoutMs, () => this.#lost(null))
    this.#leaveNetwork = onNetworkBack(() => {
      if (this.#wanted && !this.#line) this.#open()
    })
    this.on('server:draining', ({ reconnectAfterMs }) => this.#drain(reconnectAfterMs))
    this.on('session:ended', ({ reason }) =>
      this.#refuseToken(reason === 'banned' ? 'banned' : `token-${reason}`),
    )
  }

  get state(): Observable<ConnectionState> {
    return this.#state
  }

  get isOnline(): boolean {
    return this.#state.value === 'online'
  }

  /** Calls a listener with every event of this name, in the order in which they come. */
  on<E extends keyof ServerEvents>(event: E, listener: (payload: ServerEvents[E]) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  /** Calls a listener at each connection, before anything else is sent on it. */
  onConnected(listener: () => void): void {
    this.#onConnected.add(listener)
  }

  /** Calls a listener whenever a connection that was made is lost. */
  onLost(listener: () => void): void {
    this.#onLost.add(listener)
  }

  /** Resolves once there is a connection. @throws CuriaError `token-missing` without a session, or why it has ended. */
  async connect(): Promise<void> {
    this.start()
    if (!this.isOnline) await new Promise<void>((resolve, reject) => this.#arrivals.add({ resolve, reject }))
  }

  /**
   * Makes the connection, and makes it again whenever it is lost.
   * @throws CuriaError `token-missing` without a session.
   */
  start(): void {
    if (this.#closed) throw offline('This client has been closed.')
    if (this.#options.token() === null) throw new CuriaError('token-missing', 'Become a guest or log in first.')
    if (this.#wanted) return
    this.#wanted = true
    this.#state.set('connecting')
    this.#open()
  }

  /** Makes the connection if there is a session, for something that can wait until there is. */
  startIfPossible(): void {
    if (!this.#closed && this.#options.token() !== null) this.start()
  }

  /** Connects anew, with the token as it is now, if there is a connection or one is wanted. */
  restart(): void {
    if (!this.#wanted) return
    this.#hangUp()
    this.#state.set('connecting')
    this.#open()
  }

  /**
   * Sends a message until it is answered.
   * @throws CuriaError with the code of the answer; `offline` when it is not answered in time, or the client is closed;
   * the fault of the token if the session ends.
   */
  async ask<E extends keyof Commands>(
    event: E,
    payload: Payload<E>,
    options: AskOptions<Answer<E>> = {},
  ): Promise<Answer<E>> {
    this.start()
    return this.#asks.ask(event, payload, options)
  }

  /** Stops until a message is sent again. All messages that wait fail with the error. */
  stop(error: CuriaError): void {
    this.#wanted = false
    this.#hangUp()
    this.#state.set('offline')
    for (const { reject } of this.#arrivals) reject(error)
    this.#arrivals.clear()
    this.#asks.failAll(error)
  }

  /** Stops for good. */
  close(): void {
    this.#closed = true
    this.#leaveNetwork()
    this.stop(offline('This client has been closed.'))
  }

  // Lines -----------------------------------------------------------------------------------------------------------

  #open(): void {
    clearTimeout(this.#retry)
    const token = this.#options.token()
    if (token === null) return this.stop(new CuriaError('token-missing', 'The session has ended.'))
    this.#token = token
    this.#drainedUntil = null
    const line = new Line(this.#options.url, token, {
      connected: () => this.#connected(line),
      lost: (refusal) => this.#lost(refusal),
      event: (event, payload) => this.#dispatch(event, payload),
    })
    this.#line = line
  }

  #connected(line: Line): void {
    this.#isConnected = true
    this.#backoff.reset()
    this.#asks.use(line)
    this.clock.beginAnew()
    this.#state.set('online')
    for (const { resolve } of this.#arrivals) resolve()
    this.#arrivals.clear()
    for (const listener of [...this.#onConnected]) listener()
    this.#asks.sendAll()
  }

  /** Closes the present line. Messages that were sent on it are repeated on the next one, or fail. */
  #hangUp(): void {
    clearTimeout(this.#retry)
    const wasConnected = this.#isConnected
    this.#isConnected = false
    this.#line?.close()
    this.#line = null
    this.#asks.drop()
    if (wasConnected) for (const listener of [...this.#onLost]) listener()
  }

  #lost(refusal: ErrorBody['error'] | null): void {
    const wasConnected = this.#isConnected
    const drainedUntil = this.#drainedUntil
    this.#hangUp()
    if (!this.#wanted) return
    if (refusal && TOKEN_FAULTS.includes(refusal.code)) return this.#refuseToken(refusal.code as TokenFault)
    if (drainedUntil !== null) {
      this.#state.set('draining')
      this.#openIn(Math.max(0, drainedUntil - performance.now()))
    } else {
      this.#state.set(wasConnected ? 'connecting' : 'offline')
      this.#openIn(this.#backoff.next())
    }
  }

  #openIn(ms: number): void {
    this.#retry = setTimeout(() => this.#open(), ms)
  }

  /**
   * The server is about to stop. It answers what it has received, and closes the connection; if it does not, this
   * does.
   */
  #drain(reconnectAfterMs: number): void {
    this.#drainedUntil = performance.now() + reconnectAfterMs
    this.#asks.sendNoMore()
    this.#state.set('draining')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#lost(null), reconnectAfterMs)
  }

  #refuseToken(fault: TokenFault): void {
    if (this.#options.tokenRefused(fault, this.#token)) this.restart()
    else this.stop(new CuriaError(fault, 'The session has ended.'))
  }

  #dispatch<E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]): void {
    if (event === 'match:update') {
      this.clock.learnAtLeast((payload as ServerEvents['match:update']).at, performance.now())
    }
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never)
  }
}
