import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { apply } from 'json-merge-patch'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type {
  ActRequest, CommitAnswer, CreateMessage, ErrorBody, JoinRequest, PlayerRef, Reset, Snapshot, Update, ViewAnswer, ViewerStep,
} from '../../src/protocol/index.ts'

// A whole client of the server. It knows no rules, survives lost connections and restarts of the server, and does nothing twice.

/** How long to wait for one answer, and to try in all, in ms. */
const ANSWER_TIMEOUT = 5_000
const PATIENCE = 60_000
/** Errors that pass: the same message is sent again after a while. */
const PASSING = ['unavailable', 'draining', 'rate-limited', 'busy']

/** The server refused a message. `code` is one of those in docs/protocol.md. */
export class Refused extends Error {
  readonly code: string
  readonly details: Record<string, unknown>

  constructor({ code, message, details = {} }: ErrorBody['error']) {
    super(`${code}: ${message}`)
    this.name = 'Refused'
    this.code = code
    this.details = details
  }
}

/** A match as this client knows it. */
export interface Known {
  version: number
  snapshot: Snapshot
}

/** Makes a guest player. @throws Refused */
export async function becomeGuest(url: string, name: string): Promise<{ player: PlayerRef; token: string }> {
  const response = await fetch(`${url}/v1/players`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Refused((body as ErrorBody).error)
  return body as { player: PlayerRef; token: string }
}

/** One player in one match, over a socket. */
export class Client {
  readonly player: PlayerRef
  readonly #socket: Socket
  #known: Known | null = null
  #closed = false
  #refused: Refused | null = null
  readonly #waiting = new Set<() => void>()
  /** Told of every version, in order, once the snapshot is that of it. */
  onStep: (step: ViewerStep, snapshot: Snapshot) => void = () => undefined

  constructor(url: string, { player, token }: { player: PlayerRef; token: string }) {
    this.player = player
    const socket = io(url, { auth: { token }, transports: ['websocket'], reconnectionDelay: 100, reconnectionDelayMax: 1_000 })
    this.#socket = socket
    socket.on('match:update', (update: Update) => this.#update(update))
    socket.on('match:reset', (reset: Reset) => this.#reset(reset))
    // Nobody told a connection that was not there.
    socket.on('connect', () => this.#catchUp())

    // Lost connections come back by themselves; not so when the server hung up, or refused.
    let comeBackAfter = 100
    const comeBack = (): void => {
      setTimeout(() => this.#closed || socket.connect(), comeBackAfter)
    }
    socket.on('server:draining', ({ reconnectAfterMs }: { reconnectAfterMs: number }) => (comeBackAfter = reconnectAfterMs))
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') comeBack()
    })
    socket.on('connect_error', ({ data }: Error & { data?: ErrorBody['error'] }) => {
      if (!data) return
      if (PASSING.includes(data.code)) return comeBack()
      this.#refused = new Refused(data)
      this.close()
    })
  }

  /** The match as far as this client knows it. */
  get known(): Known {
    if (!this.#known) throw new Error('not in a match')
    return this.#known
  }

  async create(request: CreateMessage = {}): Promise<Known> {
    return this.#enter(await this.#ask<ViewAnswer>('match:create', request))
  }

  async join(request: JoinRequest): Promise<Known> {
    return this.#enter(await this.#ask<ViewAnswer>('match:join', request))
  }

  /** Watches a match: as a spectator, or from a seat that the player has in it. */
  async watch(match: string): Promise<Known> {
    return this.#enter(await this.#ask<ViewAnswer>('match:watch', { match }))
  }

  /** The view as the server has it now, whatever this client knows. */
  async ask(): Promise<ViewAnswer> {
    return this.#ask<ViewAnswer>('match:watch', { match: this.known.snapshot.match })
  }

  /** Does an action that was picked at a version. Resolves when it is kept for good. @throws Refused */
  async act(action: ActRequest['action'], version: number): Promise<CommitAnswer> {
    const { match } = this.known.snapshot
    // The same id every time that it is sent, so that it is done once.
    return this.#ask<CommitAnswer>('match:act', { match, actionId: randomUUID(), version, action })
  }

  /** Gives the match up. @throws Refused */
  async resign(): Promise<CommitAnswer> {
    return this.#ask<CommitAnswer>('match:resign', { match: this.known.snapshot.match, actionId: randomUUID() })
  }

  /** Resolves once this client knows a later version than that, or is closed. */
  async past(version: number): Promise<void> {
    while (!this.#closed && this.known.version <= version) await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  close(): void {
    this.#closed = true
    this.#socket.disconnect()
    this.#wake()
  }

  #enter({ version, snapshot }: ViewAnswer): Known {
    return (this.#known = { version, snapshot })
  }

  #update({ patch, ...step }: Update): void {
    const known = this.#known
    if (!known || step.version <= known.version) return
    if (step.version > known.version + 1) return this.#catchUp()
    known.snapshot = apply(known.snapshot, patch) as Snapshot
    known.version = step.version
    this.onStep(step, known.snapshot)
    this.#wake()
  }

  /** The server has lost versions that this client knows. */
  #reset({ match, version, snapshot }: Reset): void {
    if (match === this.#known?.snapshot.match) this.#known = { version, snapshot }
    this.#wake()
  }

  /** Asks for what happened after the version that it knows. */
  #catchUp(): void {
    if (!this.#known) return
    const { version, snapshot } = this.#known
    this.#ask<ViewAnswer>('match:watch', { match: snapshot.match, version }).then(
      (answer) => {
        const news = (answer.missed ?? []).filter((step) => step.version > this.known.version)
        if (news.length === 0) return
        this.#enter(answer)
        for (const step of news) this.onStep(step, answer.snapshot)
        this.#wake()
      },
      // The next update, or the next connection, is the next try.
      () => undefined,
    )
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  /** Sends a message until it is answered. @throws Refused */
  async #ask<Answer>(event: string, payload: object): Promise<Answer> {
    const deadline = Date.now() + PATIENCE
    for (;;) {
      const answer = (await this.#socket
        .timeout(ANSWER_TIMEOUT)
        .emitWithAck(event, payload)
        // No answer: perhaps it was done, perhaps not. It is sent again; the server knows it by its actionId.
        .catch(() => null)) as ({ ok: true } & Answer) | ErrorBody | null
      if (answer?.ok === true) return answer
      if (this.#refused) throw this.#refused
      if (answer && !PASSING.includes(answer.error.code)) throw new Refused(answer.error)
      if (this.#closed || Date.now() > deadline) throw answer ? new Refused(answer.error) : new Error(`${event} was not answered`)
      await delay(answer ? Number(answer.error.details?.retryAfterMs ?? 200) : 0)
    }
  }
}
