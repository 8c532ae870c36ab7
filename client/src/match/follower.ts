import type { Connection } from '../connection/connection.ts'
import { CuriaError } from '../errors.ts'
import { stepOf } from '../events.ts'
import { replaceShared } from '../merge-patch.ts'
import { Store, until } from '../observable.ts'
import type { ChatMessage, Presence, Rematch, Reset, SeriesNext, Update, ViewAnswer } from '../protocol.ts'
import { MatchChat } from './chat.ts'
import { afterReset, afterUpdate, afterView, stateOf } from './fold.ts'
import type { MatchChange, MatchState } from './state.ts'

/** Refusals that pass. All others end the following of a match. */
const TEMPORARY: readonly string[] = ['unavailable', 'internal', 'limit-reached', 'rate-limited', 'busy', 'draining']
/**
 * Before a match is asked for again: after such a refusal, or because a version does not come that there must be,
 * ms.
 */
const AGAIN_MS = 3_000
const HOUR_MS = 60 * 60_000

export interface FollowerParts {
  connection: Connection
  /** Lets a spectator see a private match. */
  code: string | undefined
  /** The id of this player. */
  player: () => string | undefined
  patienceMs: number
}

/**
 * The state of a match, kept equal to the server's: by updates while each follows the one before, and by a view
 * after a gap or a lost connection.
 */
export class MatchFollower {
  readonly id: string
  readonly state: Store<MatchState, MatchChange>
  readonly chat: MatchChat
  readonly #parts: FollowerParts
  #syncing = false
  #again: ReturnType<typeof setTimeout> | undefined
  /** The latest version that there is for certain. */
  #expected = 0
  /** How often the server has lost versions. */
  #resets = 0
  #closed = false

  constructor(view: ViewAnswer, parts: FollowerParts) {
    const { connection, code, player, patienceMs } = (this.#parts = parts)
    this.id = view.snapshot.match
    this.state = new Store<MatchState, MatchChange>(stateOf(view))
    this.chat = new MatchChat({
      connection,
      at: { match: this.id, ...(code !== undefined && { code }) },
      player,
      patienceMs,
      changed: (chat, line) => this.#set({ chat }, { type: 'chat', ...(line && { line }) }),
    })
    this.#readChat()
  }

  /** Whether a clock runs that can run out within the hour: of a match that is played in one sitting. */
  get isInTimeTrouble(): boolean {
    const { clocks } = this.state.value.snapshot
    return clocks?.running !== undefined && clocks[clocks.running] < HOUR_MS
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /**
   * Resolves when the state is that of a version or a later one, and also when it cannot be any more: because this was
   * closed, the match is lost, or the server has lost versions.
   */
  async reached(version: number): Promise<void> {
    const resets = this.#resets
    this.#expect(version)
    await until(this.state, (state) => {
      return state.version >= version || state.lost !== null || this.#closed || this.#resets > resets
    })
  }

  /** Stops following. The state stays as it is. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#again)
    this.#become({ live: false }, { type: 'following' })
  }

  #set(changed: Partial<MatchState>, change: MatchChange): void {
    if (!this.#closed) this.#become(changed, change)
  }

  /** The state stays the same object if nothing of it has changed. */
  #become(changed: Partial<MatchState>, change: MatchChange): void {
    const { value } = this.state
    const isSame = Object.entries(changed).every(([field, next]) => value[field as keyof MatchState] === next)
    this.state.set(isSame ? value : { ...value, ...changed }, change)
  }

  // What the server sends -------------------------------------------------------------------------------------------

  /**
   * An update of a version that is known already changes nothing; one that leaves a gap shows that something was
   * missed.
   */
  update(update: Update): void {
    const { value } = this.state
    if (this.#closed || update.version <= value.version) return
    if (update.version > value.version + 1) return this.sync()
    const next = afterUpdate(value, update)
    this.state.set(next, { type: 'steps', steps: next.lastSteps.slice(-1) })
    // Someone who only watched has taken the free seat, and with it comes another room.
    if (next.snapshot.you !== value.snapshot.you) this.#readChat()
  }

  /** The server has lost versions that it had sent. */
  reset(view: Reset): void {
    if (this.#closed) return
    this.#expected = 0
    this.#resets += 1
    this.#become({ ...afterReset(this.state.value, view), live: true, lost: null }, { type: 'reset' })
  }

  /** The server does not have the match any more. */
  expired(): void {
    this.#set({ live: false, lost: new CuriaError('unknown-match', 'The match has expired.') }, { type: 'following' })
  }

  presence(presence: Presence): void {
    this.#set({ presence: replaceShared(this.state.value.presence, presence) }, { type: 'presence' })
  }

  rematch(rematch: Rematch): void {
    this.#set({ rematch: replaceShared(this.state.value.rematch, rematch) }, { type: 'rematch' })
  }

  next(next: SeriesNext): void {
    this.#set({ next: replaceShared(this.state.value.next, next) }, { type: 'next' })
  }

  message({ room, line }: ChatMessage): void {
    this.chat.receive(room, line)
  }

  // The connection --------------------------------------------------------------------------------------------------

  /** The connection is lost: the follower misses everything from now on. */
  disconnected(): void {
    clearTimeout(this.#again)
    this.#again = undefined
    if (this.state.value.live) this.#set({ live: false }, { type: 'following' })
  }

  /** The player entered the match that this follows once more, and the server sends what comes after this view. */
  entered(view: ViewAnswer): void {
    if (view.version > this.state.value.version) this.sync()
    else this.#see(view)
  }

  /** Asks for what has happened since the last known version, and to be sent what happens from then on. */
  sync(): void {
    if (this.#syncing || this.#closed || !this.#parts.connection.isOnline) return
    this.#syncing = true
    this.#watch(this.state.value.version, (view) => this.#see(view))
      .catch((error: unknown) => {
        if (!(error instanceof CuriaError) || error.code !== 'unknown-version') throw error
        return this.#watch(undefined, (view) => this.reset({ match: this.id, ...view }))
      })
      .then(() => this.#readChat())
      .catch((error: unknown) => this.#refused(error))
      .finally(() => (this.#syncing = false))
  }

  async #watch(version: number | undefined, receive: (view: ViewAnswer) => void): Promise<void> {
    const { connection, code } = this.#parts
    const request = { match: this.id, ...(version !== undefined && { version }), ...(code !== undefined && { code }) }
    // Once: after a lost connection, the next one begins again.
    await connection.ask('match:watch', request, { once: true, receive })
  }

  /** Takes a view, and the steps to it from the version that was asked with. */
  #see(view: ViewAnswer): void {
    if (this.#closed) return
    const { value } = this.state
    if (view.version < value.version) return this.#set({ live: true, lost: null }, { type: 'following' })
    const steps = (view.missed ?? []).filter(({ version }) => version > value.version).map(stepOf)
    const next = { ...afterView(value, view, steps), live: true, lost: null }
    this.#become(next, steps.length > 0 ? { type: 'steps', steps } : { type: 'following' })
  }

  #refused(error: unknown): void {
    if (!(error instanceof CuriaError)) throw error
    // The next connection asks again.
    if (error.code === 'offline') return
    if (TEMPORARY.includes(error.code)) this.#syncIn(AGAIN_MS)
    else this.#set({ live: false, lost: error }, { type: 'following' })
  }

  #syncIn(ms: number): void {
    this.#again ??= setTimeout(() => {
      this.#again = undefined
      this.sync()
    }, ms)
  }

  /** There is such a version. If nobody sends it, it is asked for. */
  #expect(version: number): void {
    this.#expected = Math.max(this.#expected, version)
    if (this.#again || this.state.value.version >= version) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      if (this.state.value.version < this.#expected) this.sync()
    }, AGAIN_MS)
  }

  /** Visitors hear no chat. */
  #readChat(): void {
    if (this.#parts.player() === undefined) return
    this.chat.read({ once: true }).catch(() => {
      // The match goes on without; the next connection reads it again.
    })
  }
}
