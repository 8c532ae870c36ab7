import { check } from '../arguments.ts'
import type { Connection } from '../connection/connection.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import type { Pool, QueueAnswer, QueueJoined, QueueJoinRequest, QueueLeft, QueueMatched } from '../protocol.ts'

/**
 * Where the player stands: `idle`, `waiting` in a pool, or `matched`, with the match that was found, or is on.
 * After the player was taken out of a pool, `left` says why: `left`, `gone`, `playing` or `failed`.
 */
export type QueueState = QueueAnswer & { readonly left?: QueueLeft['reason'] }

const IDLE: QueueState = { status: 'idle' }

/** The queue: any opponent will do. The place in it outlives lost connections. */
export class Queue implements Observable<QueueState> {
  readonly #connection: Connection
  readonly #patienceMs: number
  readonly #state: Store<QueueState>

  /** @internal */
  constructor(connection: Connection, patienceMs: number) {
    this.#connection = connection
    this.#patienceMs = patienceMs
    this.#state = new Store<QueueState>(IDLE, (wanted) => {
      if (!wanted) return
      if (connection.isOnline) this.#ask()
      else connection.startIfPossible()
    })
    connection.on('queue:joined', (joined) => this.#joined(joined))
    connection.on('queue:left', (left) => this.#left(left))
    connection.on('queue:matched', (matched) => this.#matched(matched))
    connection.onConnected(() => {
      // To ask is what keeps the place.
      if (this.isSubscribed || this.#state.value.status !== 'idle') this.#ask()
    })
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#state.isSubscribed
  }

  get value(): QueueState {
    return this.#state.value
  }

  /** Calls `run` with where the player stands now, and after each change. Returns the end of it. */
  get subscribe(): Observable<QueueState>['subscribe'] {
    return this.#state.subscribe
  }

  /**
   * Waits in a pool, by default of the base game. A player who waits in another pool is moved. With `bot`, the player
   * accepts this bot of the server, if nobody else is found for a time. With `pool: 'engines'`, a bot account waits in the
   * ladder: `matched` names both games of the pair, `match` and `twin`.
   * @throws CuriaError such as `already-playing`, `no-bots` or `no-ladder`.
   */
  async join(request: QueueJoinRequest): Promise<QueueState> {
    check({ request: [request, 'object'] })
    const { kind = 'base', clock, rated, pool, bot } = request
    check({ clock: [clock, 'text'] })
    if (pool === undefined) check({ rated: [rated, 'boolean'] })
    return this.#connection.ask(
      'queue:join',
      { kind, clock, ...(rated !== undefined && { rated }), ...(pool && { pool }), ...(bot && { bot }) },
      { patienceMs: this.#patienceMs, receive: this.#see },
    )
  }

  /** Stops waiting. A player who was matched just before has that match: the answer says so. @throws CuriaError */
  async leave(): Promise<QueueState> {
    return this.#connection.ask('queue:leave', {}, { patienceMs: this.#patienceMs, receive: this.#see })
  }

  #ask(): void {
    this.#connection.ask('queue:status', {}, { once: true, receive: this.#see }).catch(() => {
      // The next connection asks again.
    })
  }

  readonly #see = (answer: QueueAnswer): void => this.#state.set(replaceShared(this.value, answer))

  /** The player joined a pool, here or on another device. The answer to the question has the rest. */
  #joined({ pool, since, bot }: QueueJoined): void {
    const { value } = this.#state
    const isKnown = value.status === 'waiting' && value.since === since && value.bot === bot
    if (isKnown && isSame(value.pool, pool)) return
    this.#ask()
  }

  #left({ pool, reason }: QueueLeft): void {
    const { value } = this.#state
    if (value.status === 'waiting' && isSame(value.pool, pool)) this.#state.set({ ...IDLE, left: reason })
  }

  /** It may come twice. */
  #matched({ match, twin, pool }: QueueMatched): void {
    const { value } = this.#state
    if (value.status !== 'matched' || value.match !== match)
      this.#state.set({ status: 'matched', match, ...(twin !== undefined && { twin }), pool })
  }
}

const isSame = (a: Pool, b: Pool): boolean =>
  a.kind === b.kind && a.clock === b.clock && a.rated === b.rated && a.pool === b.pool
