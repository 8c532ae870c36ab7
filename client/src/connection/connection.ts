import { CuriaError, offline } from '../errors.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import { onAttention } from '../platform.ts'
import type { ServerEvents } from '../protocol.ts'
import type { ServerClock } from '../server-clock.ts'
import { waitOf } from '../waits.ts'
import type { AskOptions } from './ask.ts'
import { Asks } from './asks.ts'
import { Backoff } from './backoff.ts'
import type { Answer, Commands, Payload } from './commands.ts'
import type { Fault } from './fault.ts'
import { NEEDS_STICKY_SESSIONS } from './fault.ts'
import { Heartbeat } from './heartbeat.ts'
import type { LineListener, Loss, Transport } from './line.ts'
import { Line } from './line.ts'
import { Upgrade } from './upgrade.ts'

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
  /** The token to connect with; null while there is no session: then the connection is that of a visitor. */
  token: () => string | null
  /** How long a connection may be silent while an answer is awaited, ms; then the client gives it up. */
  answerTimeoutMs: number
  /**
   * The server does not accept the token any more. Returns whether there is another one to connect with; otherwise
   * everything that waits fails with the fault.
   */
  tokenRefused: (fault: TokenFault, token: string | null) => boolean
}

/** What a visitor may send, who has no session: what it takes to watch a public match. */
export const VISITOR_EVENTS: readonly (keyof Commands)[] = [
  'match:watch',
  'match:unwatch',
  'match:explain',
  'connection:ping',
]

type Listener = (payload: never) => void

/**
 * A line of long polling that lived for longer did reach the same node with each request: when that one no longer knows it,
 * it has restarted, ms.
 */
const STICKY_MS = 30_000

/**
 * A connection that comes back by itself, over any number of lines, and repeats what was not answered. It is made
 * when it is first needed, and lasts until `close` or until the session ends. Where WebSockets are blocked, it polls.
 */
export class Connection {
  readonly clock: ServerClock
  readonly #state = new Store<ConnectionState>('offline')
  readonly #transport = new Store<Transport | null>(null)
  readonly #options: ConnectionOptions
  readonly #asks: Asks
  readonly #listeners = new Map<string, Listener[]>()
  readonly #onConnected = new Set<() => void>()
  readonly #onLost = new Set<() => void>()
  readonly #backoff = new Backoff()
  readonly #heartbeat: Heartbeat
  readonly #upgrade: Upgrade
  readonly #leaveAttention: () => void
  /** Whether a loss must be noticed soon: the clock of a match runs. */
  #isUrgent: () => boolean = () => false
  #line: Line | null = null
  #isConnected = false
  #connectedAt = 0
  /** What has worked last, and is tried first. */
  #preferred: Transport = 'websocket'
  /** Whether the present line is the second attempt, by the other transport. */
  #isSecond = false
  #fault: Fault | null = null
  #isChecking = false
  #token: string | null = null
  #wanted = false
  readonly #arrivals = new Set<{ resolve: () => void; reject: (error: CuriaError) => void }>()
  #closed = false
  #retry: ReturnType<typeof setTimeout> | undefined
  /** When the server that is about to stop wants to be connected to again, by `performance.now()`. */
  #drainedUntil: number | null = null

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.clock = options.clock
    this.#asks = new Asks({
      clock: this.clock,
      answerTimeoutMs: options.answerTimeoutMs,
      silent: () => this.#silent(),
      fault: () => this.#fault,
    })
    this.#heartbeat = new Heartbeat({
      clock: this.clock,
      isUrgent: () => this.#isUrgent(),
      check: () => this.#check(),
    })
    this.#upgrade = new Upgrade({
      open: (listener) => new Line(options.url, this.#token, 'websocket', listener),
      found: (take) => this.#asks.whenIdle(() => this.#changeTo(take())),
    })
    this.#leaveAttention = onAttention((cause) => this.#attend(cause))
    this.on('server:draining', ({ reconnectAfterMs }) => this.#drain(waitOf(reconnectAfterMs) ?? 0))
    this.on('session:ended', ({ reason }) => this.#refuseToken(reason === 'banned' ? 'banned' : `token-${reason}`))
  }

  get state(): Observable<ConnectionState> {
    return this.#state
  }

  /** How messages travel now; null while there is no connection. */
  get transport(): Observable<Transport | null> {
    return this.#transport
  }

  /** Sets what says whether a loss must be noticed soon. */
  urgentWhile(isUrgent: () => boolean): void {
    this.#isUrgent = isUrgent
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
    this.#requireSession()
    this.#start()
    if (!this.isOnline) await new Promise<void>((resolve, reject) => this.#arrivals.add({ resolve, reject }))
  }

  #requireSession(): void {
    if (this.#options.token() === null) throw new CuriaError('token-missing', 'Become a guest or log in first.')
  }

  /** Makes the connection, and makes it again whenever it is lost: as a visitor while there is no session. */
  #start(): void {
    if (this.#closed) throw offline('This client has been closed.')
    if (this.#wanted) return
    this.#wanted = true
    this.#state.set('connecting')
    this.#open()
  }

  /** Makes the connection if there is a session, for something that can wait until there is. */
  startIfPossible(): void {
    if (!this.#closed && this.#options.token() !== null) this.#start()
  }

  /** Connects again, with the token as it is now, if there is a connection or one is wanted. */
  restart(): void {
    if (!this.#wanted) return
    this.#hangUp()
    this.#transport.set(null)
    this.#state.set('connecting')
    this.#open()
  }

  /**
   * Sends a message until it is answered.
   * @throws CuriaError `token-missing` without a session, unless visitors may send it; with the code of the answer; `offline` when it is not answered in time, or the client is closed;
   * the fault of the token if the session ends.
   */
  async ask<E extends keyof Commands>(
    event: E,
    payload: Payload<E>,
    options: AskOptions<Answer<E>> = {},
  ): Promise<Answer<E>> {
    if (!VISITOR_EVENTS.includes(event)) this.#requireSession()
    this.#start()
    return this.#asks.ask(event, payload, options)
  }

  /** Stops until a message is sent again. All messages that wait fail with the error. */
  stop(error: CuriaError): void {
    this.#wanted = false
    this.#hangUp()
    this.#transport.set(null)
    this.#state.set('offline')
    for (const { reject } of this.#arrivals) reject(error)
    this.#arrivals.clear()
    this.#asks.failAll(error)
  }

  /** Stops for good. */
  close(): void {
    this.#closed = true
    this.#leaveAttention()
    this.stop(offline('This client has been closed.'))
  }

  // Lines -----------------------------------------------------------------------------------------------------------

  #open(transport = this.#preferred, isSecond = false): void {
    clearTimeout(this.#retry)
    this.#isSecond = isSecond
    this.#token = this.#options.token()
    this.#drainedUntil = null
    const line = new Line(this.#options.url, this.#token, transport, {
      connected: () => this.#connected(line),
      ...this.#listener,
    })
    this.#line = line
  }

  readonly #listener: Pick<LineListener, 'lost' | 'event'> = {
    lost: (loss) => this.#lost(loss),
    event: (event, payload) => this.#dispatch(event, payload),
  }

  #connected(line: Line): void {
    const { transport } = line
    this.#isConnected = true
    this.#connectedAt = performance.now()
    this.#preferred = transport
    if (transport === 'websocket') this.#fault = null
    else this.#upgrade.begin()
    if (!this.#fault) this.#backoff.reset()
    this.#asks.use(line)
    this.#heartbeat.watch(line)
    this.clock.beginAnew()
    this.#transport.set(transport)
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
    this.#heartbeat.stop()
    this.#upgrade.stop()
    this.#line?.close()
    this.#line = null
    this.#asks.drop()
    if (wasConnected) for (const listener of [...this.#onLost]) listener()
  }

  /** A WebSocket has worked next to the line of long polling, which is no longer needed. */
  #changeTo(line: Line | null): void {
    if (!line) return
    this.#hangUp()
    line.listener = { connected: () => undefined, ...this.#listener }
    this.#line = line
    this.#connected(line)
  }

  /** Nothing has arrived although an answer was awaited. */
  #silent(): void {
    // Its handshake was let through, and nothing else.
    if (this.#line?.transport === 'websocket' && !this.#line.isProven) this.#preferred = 'polling'
    this.#lost({})
  }

  #lost({ refusal, isUnknown = false }: Loss): void {
    const wasConnected = this.#isConnected
    const drainedUntil = this.#drainedUntil
    const transport = this.#line?.transport ?? this.#preferred
    const isSecond = this.#isSecond
    this.#hangUp()
    this.#transport.set(null)
    if (!this.#wanted) return
    if (transport === 'polling') {
      const hasLasted = wasConnected && performance.now() - this.#connectedAt >= STICKY_MS
      if (hasLasted) this.#fault = null
      // A line that is lost for another reason, such as time, says nothing against what is known.
      else if (isUnknown) this.#fault = NEEDS_STICKY_SESSIONS
    }
    if (refusal && TOKEN_FAULTS.includes(refusal.code)) return this.#refuseToken(refusal.code as TokenFault)
    if (drainedUntil !== null) {
      this.#state.set('draining')
      this.#openIn(Math.max(0, drainedUntil - performance.now()))
    } else if (!wasConnected && !refusal && !isSecond) {
      this.#open(transport === 'websocket' ? 'polling' : 'websocket', true)
    } else {
      if (!wasConnected && !refusal) this.#preferred = 'websocket'
      this.#state.set(wasConnected ? 'connecting' : 'offline')
      this.#openIn(this.#backoff.next())
    }
  }

  /** Asks the server for an answer: if none comes in time, the line is given up. */
  #check(): void {
    if (!this.isOnline || this.#isChecking) return
    this.#isChecking = true
    this.ask('connection:ping', {}, { once: true })
      .catch(() => undefined)
      .finally(() => (this.#isChecking = false))
  }

  /** The browser has found a network, perhaps another one, or the page is looked at again. */
  #attend(cause: 'network' | 'page'): void {
    if (!this.#wanted) return
    if (this.#isConnected) {
      this.#check()
      if (cause === 'network' && this.#line?.transport === 'polling') this.#upgrade.hurry()
    } else if (!this.#line || cause === 'network') {
      this.#hangUp()
      this.#open()
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
    this.#retry = setTimeout(() => this.#lost({}), reconnectAfterMs)
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
