import { apply } from 'json-merge-patch'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type {
  ActRequest,
  ChatLine,
  ChatMessage,
  Chat,
  CommitAnswer,
  CreateMessage,
  ErrorBody,
  ErrorCode,
  Ended,
  JoinRequest,
  OpenTable,
  PlayerRef,
  Pool,
  Presence,
  QueueAnswer,
  QueueLeft,
  QueueMatched,
  Rematch,
  Snapshot,
  TablesAnswer,
  TablesChange,
  Update,
  ViewAnswer,
  ViewerStep,
} from '../../../src/protocol/index.ts'

// The one file between the page and the network, with the face of the client SDK.

export type {
  ChatLine,
  CreateMessage,
  ErrorCode,
  OpenTable,
  PlayerRef,
  Pool,
  Presence,
  QueueAnswer,
  Rematch,
  Snapshot,
  ViewerStep,
}
export type Action = ActRequest['action']
export type Seat = 0 | 1
type Offer = NonNullable<NonNullable<Snapshot['board']>['legal']>[number]

/** Every action that some offers stand for: for each offer, every way to pick one value for each of its fields. */
export function expandOffers(offers: readonly Offer[]): Action[] {
  return offers.flatMap(({ type, ...fields }) => {
    let picks: Record<string, unknown>[] = [{ type }]
    for (const [field, values] of Object.entries(fields) as [string, readonly unknown[]][]) {
      picks = picks.flatMap((pick) => values.map((value) => ({ ...pick, [field]: value })))
    }
    return picks as Action[]
  })
}

/** How long one answer is waited for, and one request is repeated in all, in ms. */
const ANSWER_TIMEOUT = 6_000
const PATIENCE = 60_000
/** Refusals that pass: the same request is sent again after a while. */
const PASSING: readonly string[] = ['unavailable', 'busy', 'draining', 'rate-limited']
const TOKEN_ENDED: readonly string[] = ['token-missing', 'token-invalid', 'token-expired', 'token-revoked']
const STORED = 'curia.session'
/** A token is renewed when less than this is left of it, in ms. */
const RENEW_BEFORE = 7 * 86_400_000

/** The server refused a request, or there is no connection (`offline`). */
export class CuriaError extends Error {
  readonly code: ErrorCode | 'offline'
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode | 'offline', message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'CuriaError'
    this.code = code
    this.details = details
  }
}

type Listener<Value> = (value: Value) => void

/** A value that changes, with the contract of a Svelte store. */
export class Observable<Value> {
  #value: Value
  readonly #listeners = new Set<Listener<Value>>()

  constructor(value: Value) {
    this.#value = value
  }

  get value(): Value {
    return this.#value
  }

  /** Calls the listener at once and after each change. Returns the function that ends it. */
  subscribe(listener: Listener<Value>): () => void {
    this.#listeners.add(listener)
    listener(this.#value)
    return () => void this.#listeners.delete(listener)
  }

  set(value: Value): void {
    this.#value = value
    for (const listener of [...this.#listeners]) listener(value)
  }
}

export type Connection = 'offline' | 'connecting' | 'online' | 'draining'

export interface SessionState {
  status: 'none' | 'guest' | 'account'
  player: PlayerRef | null
}

interface StoredSession {
  status: 'guest' | 'account'
  player: PlayerRef
  token: string
  expiresAt: number
}

interface TokenAnswer {
  player: PlayerRef
  token: string
  expiresAt: number
}

export interface Talk {
  room: 'players' | 'spectators'
  lines: readonly ChatLine[]
  muted: boolean
}

/** A match as this client knows it. */
export interface MatchState {
  match: string
  version: number
  snapshot: Snapshot
  /** The clock of the server minus the clock of this machine, in ms. */
  offset: number
  presence: Presence | null
  rematch: Rematch | null
  chat: Talk
  ended: Ended | null
  /** What happened with the latest change of the version; several steps after a lost connection. */
  lastSteps: readonly ViewerStep[]
}

type Query = Record<string, string | number | boolean | undefined>

/** The REST side. Paths are those of the OpenAPI document. @throws CuriaError */
export class Rest {
  readonly #url: string
  readonly #token: () => string | undefined

  constructor(url: string, token: () => string | undefined) {
    this.#url = url
    this.#token = token
  }

  get<Body>(path: string, { query = {} }: { query?: Query } = {}): Promise<Body> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
    return this.#send<Body>('GET', search.size > 0 ? `${path}?${search}` : path)
  }

  post<Body>(path: string, body?: object): Promise<Body> {
    return this.#send<Body>('POST', path, body)
  }

  put<Body>(path: string, body?: object): Promise<Body> {
    return this.#send<Body>('PUT', path, body)
  }

  delete<Body>(path: string, body?: object): Promise<Body> {
    return this.#send<Body>('DELETE', path, body)
  }

  async #send<Body>(method: string, path: string, body?: object): Promise<Body> {
    const token = this.#token()
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new CuriaError('offline', 'The server cannot be reached.')
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) {
      const { code, message, details } = (answer as ErrorBody).error
      throw new CuriaError(code, message, details)
    }
    return answer as Body
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const newActionId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Ask = <Answer>(event: string, payload: object) => Promise<Answer>

/** One match that this client follows. */
export class Match extends Observable<MatchState> {
  readonly #ask: Ask
  readonly #code: string | undefined
  readonly #left: () => void

  constructor(ask: Ask, answer: ViewAnswer, code: string | undefined, left: () => void) {
    super({
      match: answer.snapshot.match,
      version: answer.version,
      snapshot: answer.snapshot,
      offset: answer.now - Date.now(),
      presence: null,
      rematch: null,
      chat: { room: answer.snapshot.you === 'spectator' ? 'spectators' : 'players', lines: [], muted: false },
      ended: null,
      lastSteps: [],
    })
    this.#ask = ask
    this.#code = code
    this.#left = left
    this.#readChat()
  }

  get #id(): string {
    return this.value.match
  }

  /**
   * Does an action that was picked from the offers of the current version. Resolves once it is kept. @throws CuriaError
   */
  act(action: Action): Promise<CommitAnswer> {
    return this.#ask('match:act', { match: this.#id, actionId: newActionId(), version: this.value.version, action })
  }

  resign(): Promise<CommitAnswer> {
    return this.#ask('match:resign', { match: this.#id, actionId: newActionId() })
  }

  abort(): Promise<CommitAnswer> {
    return this.#ask('match:abort', { match: this.#id, actionId: newActionId(), version: this.value.version })
  }

  draw(answer: 'offer' | 'accept' | 'decline'): Promise<CommitAnswer> {
    return this.#ask('match:draw', { match: this.#id, actionId: newActionId(), answer })
  }

  claim(): Promise<CommitAnswer> {
    return this.#ask('match:claim', { match: this.#id, actionId: newActionId() })
  }

  rematch(): Promise<Rematch> {
    return this.#ask('match:rematch', { match: this.#id })
  }

  async say(text: string): Promise<void> {
    const { line } = await this.#ask<{ line: ChatLine }>('chat:say', {
      match: this.#id,
      text,
      ...(this.#code && { code: this.#code }),
    })
    this.#said([line])
  }

  async mute(muted: boolean): Promise<void> {
    await this.#ask('chat:mute', { match: this.#id, muted })
    this.#change({ chat: { ...this.value.chat, muted } })
    this.#readChat()
  }

  /** What a seat has left, in ms; null without a clock. */
  clock(seat: Seat, now: number = Date.now()): number | null {
    const {
      snapshot: { clocks },
      offset,
    } = this.value
    if (!clocks) return null
    return Math.max(0, clocks[seat] - (clocks.running === seat ? Math.max(0, now + offset - clocks.since) : 0))
  }

  /** Follows the match no more. */
  close(): void {
    this.#left()
    this.#ask('match:unwatch', { match: this.#id }).catch(() => undefined)
  }

  /** Of the connection: something that the server sent. */
  receive(event: string, payload: unknown): void {
    if (event === 'match:update') this.#update(payload as Update)
    else if (event === 'match:reset') this.#replace(payload as ViewAnswer)
    else if (event === 'match:presence') this.#change({ presence: payload as Presence })
    else if (event === 'match:rematch') this.#change({ rematch: payload as Rematch })
    else if (event === 'match:ended') this.#change({ ended: payload as Ended })
    else if (event === 'chat:message') this.#said([(payload as ChatMessage).line])
  }

  /** Of the connection: asks for what happened since the version that is known. */
  catchUp(): void {
    const payload = { match: this.#id, version: this.value.version, ...(this.#code && { code: this.#code }) }
    this.#ask<ViewAnswer>('match:watch', payload).then(
      ({ version, snapshot, now, missed = [] }) => {
        if (version < this.value.version) return
        const lastSteps = missed.filter((step) => step.version > this.value.version)
        this.#change({ version, snapshot, offset: now - Date.now(), ...(lastSteps.length > 0 && { lastSteps }) })
        this.#readChat()
      },
      (error: unknown) => {
        // The next update, or the next connection, asks again; a version that is not there any more is not asked for
        // twice.
        if (error instanceof CuriaError && error.code === 'unknown-version') this.#startAgain()
      },
    )
  }

  #startAgain(): void {
    const payload = { match: this.#id, ...(this.#code && { code: this.#code }) }
    this.#ask<ViewAnswer>('match:watch', payload).then(
      (answer) => this.#replace(answer),
      () => undefined,
    )
  }

  /** The server has another course of the match than this client: moves may be lost. */
  #replace({ version, snapshot, now }: ViewAnswer): void {
    this.#change({ version, snapshot, offset: now - Date.now(), lastSteps: [] })
  }

  #update({ version, at, events, patch }: Update): void {
    if (version <= this.value.version) return
    if (version > this.value.version + 1) return this.catchUp()
    const snapshot = apply(structuredClone(this.value.snapshot), patch) as Snapshot
    this.#change({ version, snapshot, lastSteps: [{ version, at, events }] })
  }

  #readChat(): void {
    if (!this.value.snapshot.board) return
    this.#ask<Chat>('chat:read', { match: this.#id, ...(this.#code && { code: this.#code }) }).then(
      ({ room, muted, lines }) => this.#change({ chat: { room, muted, lines } }),
      () => undefined,
    )
  }

  #said(lines: readonly ChatLine[]): void {
    const { chat } = this.value
    const fresh = lines.filter(({ number }) => !chat.lines.some((line) => line.number === number))
    if (fresh.length > 0) this.#change({ chat: { ...chat, lines: [...chat.lines, ...fresh] } })
  }

  #change(change: Partial<MatchState>): void {
    this.set({ ...this.value, ...change })
  }
}

/** Where the player stands in the queue. */
export class Queue extends Observable<QueueAnswer & { left?: QueueLeft['reason'] }> {
  readonly #ask: Ask

  constructor(ask: Ask) {
    super({ status: 'idle' })
    this.#ask = ask
  }

  async join(pool: Pool): Promise<void> {
    this.set(await this.#ask<QueueAnswer>('queue:join', pool))
  }

  async leave(): Promise<void> {
    this.set(await this.#ask<QueueAnswer>('queue:leave', {}))
  }

  async refresh(): Promise<void> {
    this.set(await this.#ask<QueueAnswer>('queue:status', {}))
  }

  receive(event: string, payload: unknown): void {
    if (event === 'queue:matched') this.set({ status: 'matched', ...(payload as QueueMatched) })
    else if (event === 'queue:joined') void this.refresh().catch(() => undefined)
    else if (event === 'queue:left') this.set({ status: 'idle', left: (payload as QueueLeft).reason })
  }
}

/** The open tables, followed for as long as somebody subscribes. */
export class Tables extends Observable<readonly OpenTable[]> {
  readonly #ask: Ask
  #followers = 0

  constructor(ask: Ask) {
    super([])
    this.#ask = ask
  }

  override subscribe(listener: Listener<readonly OpenTable[]>): () => void {
    const unsubscribe = super.subscribe(listener)
    this.#followers += 1
    if (this.#followers === 1) this.follow()
    return () => {
      unsubscribe()
      this.#followers -= 1
      if (this.#followers === 0) this.#ask('lobby:unwatch', {}).catch(() => undefined)
    }
  }

  /** Of the connection: asks for the list, if somebody wants it. */
  follow(): void {
    if (this.#followers === 0) return
    this.#ask<TablesAnswer>('lobby:watch', {}).then(
      ({ tables }) => this.set(tables),
      () => undefined,
    )
  }

  receive({ opened, closed, whole }: TablesChange): void {
    const gone = new Set([...closed, ...opened.map(({ match }) => match)])
    this.set([...opened, ...(whole ? [] : this.value.filter(({ match }) => !gone.has(match)))])
  }
}

/** The client of one server. */
export class Curia {
  readonly session: Observable<SessionState>
  readonly connection = new Observable<Connection>('offline')
  readonly queue: Queue
  readonly tables: Tables
  readonly rest: Rest
  readonly #url: string
  readonly #storage: Storage
  readonly #matches = new Map<string, Match>()
  #stored: StoredSession | null
  #socket: Socket | null = null
  #comeBackAfter = 500

  constructor({ url = location.origin, storage = localStorage }: { url?: string; storage?: Storage } = {}) {
    this.#url = url
    this.#storage = storage
    this.#stored = this.#load()
    this.session = new Observable<SessionState>(this.#stored ?? { status: 'none', player: null })
    this.rest = new Rest(url, () => this.#stored?.token)
    const ask: Ask = (event, payload) => this.#ask(event, payload)
    this.queue = new Queue(ask)
    this.tables = new Tables(ask)
    if (this.#stored) this.#begin(this.#stored)
  }

  /** Becomes a guest. @throws CuriaError */
  async guest(request: { name: string }): Promise<void> {
    this.#keep('guest', await this.rest.post<TokenAnswer>('/v1/players', request))
  }

  /** Logs in to an account. @throws CuriaError */
  async logIn(request: { name: string; password: string }): Promise<void> {
    this.#keep('account', await this.rest.post<TokenAnswer>('/v1/sessions', request))
  }

  /** Makes an account of the guest. @throws CuriaError */
  async register(request: { name: string; password: string }): Promise<void> {
    this.#keep('account', await this.rest.post<TokenAnswer>('/v1/players/me/account', request))
  }

  async logOut(): Promise<void> {
    await this.rest.delete('/v1/sessions/current').catch(() => undefined)
    this.#forget()
  }

  /** Forgets the session on this device, without a word to the server. */
  forget(): void {
    this.#forget()
  }

  async create(request: CreateMessage = {}): Promise<Match> {
    return this.#enter(await this.#ask<ViewAnswer>('match:create', request))
  }

  async join(request: JoinRequest): Promise<Match> {
    return this.#enter(await this.#ask<ViewAnswer>('match:join', request))
  }

  /** Follows a match: from the seat of the player, or as a spectator. */
  async watch(match: string, { code }: { code?: string } = {}): Promise<Match> {
    return this.#enter(await this.#ask<ViewAnswer>('match:watch', { match, ...(code && { code }) }), code)
  }

  #enter(answer: ViewAnswer, code?: string): Match {
    const id = answer.snapshot.match
    const match: Match = new Match(
      (event, payload) => this.#ask(event, payload),
      answer,
      code,
      () => {
        if (this.#matches.get(id) === match) this.#matches.delete(id)
      },
    )
    this.#matches.set(id, match)
    return match
  }

  #load(): StoredSession | null {
    try {
      const stored = JSON.parse(this.#storage.getItem(STORED) ?? 'null') as StoredSession | null
      return stored && stored.expiresAt > Date.now() ? stored : null
    } catch {
      return null
    }
  }

  #keep(status: 'guest' | 'account', { player, token, expiresAt }: TokenAnswer): void {
    const stored: StoredSession = { status, player, token, expiresAt }
    this.#stored = stored
    this.#storage.setItem(STORED, JSON.stringify(stored))
    this.session.set({ status, player })
    this.#begin(stored)
  }

  #forget(): void {
    this.#stored = null
    this.#storage.removeItem(STORED)
    this.#socket?.disconnect()
    this.#socket = null
    this.connection.set('offline')
    this.session.set({ status: 'none', player: null })
  }

  #begin(stored: StoredSession): void {
    this.#connect(stored.token)
    if (stored.expiresAt - Date.now() < RENEW_BEFORE) {
      this.rest.post<TokenAnswer>('/v1/players/me/token').then(
        (answer) => this.#keep(stored.status, answer),
        () => undefined,
      )
    }
  }

  #connect(token: string): void {
    this.#socket?.disconnect()
    const socket = io(this.#url, {
      auth: { token },
      transports: ['websocket'],
      reconnectionDelay: 300,
      reconnectionDelayMax: 5_000,
    })
    this.#socket = socket
    this.connection.set('connecting')
    const comeBack = (): void => {
      setTimeout(() => this.#socket === socket && socket.connect(), this.#comeBackAfter)
    }
    socket.on('connect', () => {
      this.#comeBackAfter = 500
      this.connection.set('online')
      for (const match of this.#matches.values()) match.catchUp()
      this.tables.follow()
      void this.queue.refresh().catch(() => undefined)
    })
    socket.on('disconnect', (reason) => {
      if (this.#socket !== socket) return
      if (this.connection.value !== 'draining') this.connection.set('connecting')
      // After any other end the library comes back by itself.
      if (reason === 'io server disconnect') comeBack()
    })
    socket.on('connect_error', ({ data }: Error & { data?: ErrorBody['error'] }) => {
      if (this.#socket !== socket) return
      this.connection.set(navigator.onLine ? 'connecting' : 'offline')
      if (!data) return
      if (TOKEN_ENDED.includes(data.code)) this.#forget()
      else comeBack()
    })
    socket.on('session:ended', () => {
      if (this.#socket === socket) this.#forget()
    })
    socket.on('server:draining', ({ reconnectAfterMs }: { reconnectAfterMs: number }) => {
      this.#comeBackAfter = reconnectAfterMs
      this.connection.set('draining')
    })
    socket.onAny((event: string, payload: { match?: string }) => {
      if (event.startsWith('queue:')) this.queue.receive(event, payload)
      else if (event === 'lobby:tables') this.tables.receive(payload as TablesChange)
      else if (payload.match !== undefined) this.#matches.get(payload.match)?.receive(event, payload)
    })
  }

  /** Sends a request until it is answered; repeats are harmless, as they carry the same id. @throws CuriaError */
  async #ask<Answer>(event: string, payload: object): Promise<Answer> {
    const deadline = Date.now() + PATIENCE
    for (;;) {
      const socket = this.#socket
      if (!socket) throw new CuriaError('token-missing', 'A player token is needed.')
      const answer = (await socket
        .timeout(ANSWER_TIMEOUT)
        .emitWithAck(event, payload)
        .catch(() => null)) as ({ ok: true } & Answer) | ErrorBody | null
      if (answer?.ok === true) return answer
      const passing = !answer || PASSING.includes(answer.error.code)
      if (answer && (!passing || Date.now() > deadline))
        throw new CuriaError(answer.error.code, answer.error.message, answer.error.details)
      if (!answer && Date.now() > deadline) throw new CuriaError('offline', 'The server does not answer.')
      await sleep(answer ? Number(answer.error.details?.retryAfterMs ?? 300) : 50)
    }
  }
}
