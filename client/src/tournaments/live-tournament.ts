import type { Connection } from '../connection/connection.ts'
import type { CuriaError } from '../errors.ts'
import { offline } from '../errors.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Observable, Patience } from '../observable.ts'
import { Store, until } from '../observable.ts'
import { isHidden } from '../platform.ts'
import type { TournamentAnswer } from '../protocol.ts'
import type { Rest } from '../rest/rest.ts'
import { waitOf } from '../waits.ts'

/** Between two looks at a tournament that goes on, ms: results of others, and who joins, are no events. */
const LOOK_MS = 5_000
/** What the server answers may be a second old: after news it is asked at once, and once more after this, ms. */
const SETTLED_MS = 1_100

/** A tournament as this player sees it. A state never changes; each change makes a new one, with all parts that are equal. */
export interface TournamentState {
  /** The tournament with its standings, the last round and the player's own place; null until it is known. */
  readonly answer: TournamentAnswer | null
  /** Whether it is up to date: false from the loss of a connection, or a look that failed, until the server was asked again. */
  readonly live: boolean
  /** Why the last look has failed, such as `offline`; null if it has not. */
  readonly fault: CuriaError | null
}

/** What the server has told this player of the tournament. */
export type TournamentChange =
  | { readonly type: 'paired'; readonly round: number; readonly match: string }
  | { readonly type: 'round'; readonly round: number }
  /** The place is left out if the tournament was cancelled. */
  | { readonly type: 'ended'; readonly place?: number | undefined }

/** Errors after which another look would find the same. */
const FINAL: readonly string[] = ['unknown-tournament', 'bad-request']

interface Parts {
  rest: Rest
  connection: Connection
  /** Is called when the first subscriber comes, and when the last one leaves. */
  wanted: (tournament: LiveTournament, isWanted: boolean) => void
}

/**
 * One tournament, kept up to date while someone subscribes: by what the server tells players of it, and by a look every
 * five seconds while it goes on. Without a session it is looked at alone.
 */
export class LiveTournament implements Observable<TournamentState, TournamentChange> {
  readonly id: string
  readonly #parts: Parts
  readonly #state: Store<TournamentState, TournamentChange>
  /** The matches that `nextMatch` has resolved with. */
  readonly #given = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The look that is under way, and the one after it. */
  #looking: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  /** Whether the next look is to follow soon. */
  #isNews = false
  #isClosed = false

  /** @internal */
  constructor(id: string, parts: Parts) {
    this.id = id
    this.#parts = parts
    this.#state = new Store<TournamentState, TournamentChange>(
      { answer: null, live: false, fault: null },
      (isWanted) => {
        parts.wanted(this, isWanted)
        if (isWanted) {
          parts.connection.startIfPossible()
          void this.look()
        } else {
          clearTimeout(this.#timer)
          this.#missed()
        }
      },
    )
  }

  get value(): TournamentState {
    return this.#state.value
  }

  /**
   * Calls `run` with the tournament now, and after each change: with the change if the server has told the player
   * something. Returns the end of it.
   */
  get subscribe(): Observable<TournamentState, TournamentChange>['subscribe'] {
    return this.#state.subscribe
  }

  /** Resolves with the first state that passes a test. @throws CuriaError `timed-out`; the reason of the signal */
  async until(test: (state: TournamentState) => boolean, patience: Patience = {}): Promise<TournamentState> {
    return until(this, test, patience)
  }

  /**
   * Resolves with the match that the player has to play next, each one once, as soon as it has begun; of a series, with its
   * first game. Null if none follows: the tournament is over, or the player has left it, or is not among its players.
   * @throws CuriaError such as `unknown-tournament`, `offline` if the client was closed, `timed-out`; the reason of the signal
   */
  async nextMatch(patience: Patience = {}): Promise<string | null> {
    const state = await this.until((state) => this.#nextIn(state) !== undefined, patience)
    const match = this.#nextIn(state) ?? null
    if (match !== null) this.#given.add(match)
    return match
  }

  /** Undefined if that cannot be said yet. */
  #nextIn({ answer, live, fault }: TournamentState): string | null | undefined {
    if (fault && (this.#isClosed || FINAL.includes(fault.code))) throw fault
    if (!answer || !live) return undefined
    const { tournament, you } = answer
    if (you?.match !== undefined && !this.#given.has(you.match)) return you.match
    const isOut = !you || you.withdrawn === true
    return tournament.status === 'open' || (tournament.status === 'running' && !isOut) ? undefined : null
  }

  /** Asks the server now. Resolves once `value` has what it answered, or why it did not. */
  look(): Promise<void> {
    this.#next ??= this.#looking.then(() => {
      this.#next = null
      this.#looking = this.#look()
      return this.#looking
    })
    return this.#next
  }

  async #look(): Promise<void> {
    if (!this.#isWanted) return
    clearTimeout(this.#timer)
    const isNews = this.#isNews
    this.#isNews = false
    const params = { id: this.id }
    const found = await this.#parts.rest.get('/v1/tournaments/{id}', { params }).then(
      (answer) => ({ answer: replaceShared(this.value.answer, answer), live: true, fault: null }),
      (fault: unknown) => ({ answer: this.value.answer, live: false, fault: fault as CuriaError }),
    )
    if (!this.#isWanted) return
    if (Object.entries(found).some(([name, part]) => part !== this.value[name as keyof TournamentState])) {
      this.#state.set(found)
    }
    this.#lookIn(isNews ? SETTLED_MS : this.#pauseMs())
  }

  get #isWanted(): boolean {
    return this.#state.isSubscribed && !this.#isClosed
  }

  /** Until the next look; null if nothing more can happen. */
  #pauseMs(): number | null {
    const { answer, fault } = this.value
    if (fault) return FINAL.includes(fault.code) ? null : Math.max(LOOK_MS, waitOf(fault.details?.retryAfterMs) ?? 0)
    const status = answer?.tournament.status
    return status === 'open' || status === 'running' ? LOOK_MS : null
  }

  #lookIn(ms: number | null): void {
    if (ms === null || !this.#isWanted) return
    this.#timer = setTimeout(() => {
      if (isHidden()) this.#lookIn(LOOK_MS)
      else void this.look()
    }, ms)
  }

  /** What was known may be old. */
  #missed(): void {
    if (this.value.live) this.#state.set({ ...this.value, live: false })
  }

  /** @internal The player has done something, or is another one. */
  async changed(): Promise<void> {
    this.#isNews = true
    await this.look()
  }

  /** @internal The server has told the player something. */
  told(change: TournamentChange): void {
    this.#state.set(this.value, change)
    void this.changed()
  }

  /** @internal The connection is lost. */
  lost(): void {
    this.#missed()
  }

  /** @internal */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#state.set({ ...this.value, live: false, fault: offline('The client was closed.') })
  }
}
