import type { TokenFault } from '../connection/connection.ts'
import { CuriaError } from '../errors.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import { backgroundTimer } from '../platform.ts'
import type { PlayerRef } from '../protocol.ts'
import type { SessionStorage, StoredSession } from './storage.ts'

/** Who plays here. */
export type SessionState =
  | { readonly status: 'none'; readonly player: null }
  | { readonly status: 'guest' | 'account'; readonly player: PlayerRef }

const NONE: SessionState = { status: 'none', player: null }
/**
 * After so long at most it is seen whether the token is to be renewed, ms: a timer may stand still while the device
 * sleeps, and the time of the server may be known better by then.
 */
const LOOK_AGAIN_MS = 60 * 60_000
/** A clock that is wrong here must not make a renewal follow another at once, ms. */
const SOONEST_RENEWAL_MS = 10_000
/** Before a renewal that failed is tried again, ms. */
const RENEW_AGAIN_MS = 60_000

/** What the server gives to a player who comes in. */
export interface Issued {
  player: PlayerRef
  token: string
  expiresAt: number
}

export interface SessionParts {
  storage: SessionStorage
  /** The time of the server, as far as it is known, ms since 1970. */
  now: () => number
  /** Asks the server for a new token of the same session. */
  renew: () => Promise<Issued>
  /** There is another player, or none. */
  changed: (fault: TokenFault | null) => void
}

/** The player's token: stored, renewed before it expires, and forgotten when the server does not accept it any more. */
export class Session {
  readonly #parts: SessionParts
  readonly #state: Store<SessionState>
  #session: StoredSession | null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Goes on with the session that was stored. Whether it has ended, the server says. */
  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#session = parts.storage.load()
    this.#state = new Store<SessionState>(stateOf(this.#session))
    this.#schedule()
  }

  get state(): Observable<SessionState> {
    return this.#state
  }

  get token(): string | null {
    return this.#session?.token ?? null
  }

  get playerId(): string | undefined {
    return this.#session?.player.id
  }

  /** Begins a session, or goes on with another token of it. */
  begin(status: StoredSession['status'], { player, token, expiresAt }: Issued): void {
    const now = this.#parts.now()
    const before = this.#session?.player
    const session = {
      status,
      player,
      token,
      expiresAt,
      // The token of a bot is replaced by its owner.
      renewAt: player.bot ? expiresAt : now + Math.max(SOONEST_RENEWAL_MS, (expiresAt - now) / 2),
    }
    this.#parts.storage.save(session)
    this.#enter(session)
    if (before?.id !== player.id || before.name !== player.name) this.#parts.changed(null)
  }

  /**
   * The server does not accept a token any more. Returns whether there is another one: renewed here or by another page.
   * Otherwise the session ends.
   */
  refused(fault: TokenFault, token: string | null): boolean {
    if (this.#session && this.#session.token !== token) return true
    const stored = this.#parts.storage.load()
    if (stored && stored.token !== token) {
      this.#enter(stored)
      return true
    }
    this.end(fault)
    return false
  }

  /** Forgets the session. */
  end(fault: TokenFault | null): void {
    if (!this.#session) return
    this.#parts.storage.remove(this.#session.token)
    this.#enter(null)
    this.#parts.changed(fault)
  }

  #enter(session: StoredSession | null): void {
    this.#session = session
    this.#schedule()
    const state = stateOf(session)
    const { status, player } = this.#state.value
    if (state.status !== status || state.player?.id !== player?.id || state.player?.name !== player?.name) {
      this.#state.set(state)
    }
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#session) this.#renewIn(Math.max(0, this.#session.renewAt - this.#parts.now()))
  }

  #renewIn(ms: number): void {
    this.#timer = backgroundTimer(() => void this.#renew(), Math.min(ms, LOOK_AGAIN_MS))
  }

  async #renew(): Promise<void> {
    const session = this.#session
    if (!session) return
    const now = this.#parts.now()
    if (session.renewAt > now) return this.#schedule()
    // Another page may have done it.
    const stored = this.#parts.storage.load()
    if (stored && stored.player.id === session.player.id && stored.renewAt > now) return this.#enter(stored)
    try {
      const issued = await this.#parts.renew()
      if (this.#session === session) this.begin(session.status, issued)
    } catch (error) {
      if (!(error instanceof CuriaError)) throw error
      if (this.#session === session) this.#renewIn(RENEW_AGAIN_MS)
    }
  }

  /** Stops renewing. */
  close(): void {
    clearTimeout(this.#timer)
  }
}

const stateOf = (session: StoredSession | null): SessionState =>
  session ? { status: session.status, player: session.player } : NONE
