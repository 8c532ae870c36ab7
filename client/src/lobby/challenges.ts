import type { Connection } from '../connection/connection.ts'
import { Store } from '../observable.ts'
import type { Observable } from '../observable.ts'
import type { Challenge, ChallengeMessage, ChallengesAnswer } from '../protocol.ts'
import { randomId } from '../random-id.ts'

/** Before the challenges are asked for again that the server could not read, ms. */
const AGAIN_MS = 5_000

/**
 * The open challenges of the player, received and sent; null until they are known. They are kept up to date while
 * somebody subscribes.
 */
export class Challenges implements Observable<ChallengesAnswer | null> {
  readonly #connection: Connection
  readonly #patienceMs: number
  readonly #state: Store<ChallengesAnswer | null>

  /** @internal */
  constructor(connection: Connection, patienceMs: number) {
    this.#connection = connection
    this.#patienceMs = patienceMs
    this.#state = new Store<ChallengesAnswer | null>(null, (wanted) => (wanted ? this.#ask() : this.#state.set(null)))
    connection.on('challenge:opened', () => this.#changed())
    connection.on('challenge:closed', () => this.#changed())
    connection.onConnected(() => this.#changed())
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#state.isSubscribed
  }

  get value(): ChallengesAnswer | null {
    return this.#state.value
  }

  /** Calls `run` with the challenges now, and after each change. Returns the end of it. */
  get subscribe(): Observable<ChallengesAnswer | null>['subscribe'] {
    return this.#state.subscribe
  }

  /**
   * Challenges a player. Until it is answered it is sent again, as the same command, so that there is one challenge.
   * @throws CuriaError such as `unknown-player`, `challenge-refused` or `limit-reached`.
   */
  async send(request: ChallengeMessage): Promise<Challenge> {
    const command = { actionId: randomId(), ...request }
    return (await this.#connection.ask('challenge:send', command, { patienceMs: this.#patienceMs })).challenge
  }

  /**
   * Accepts a challenge, and returns the id of the match, which has begun. Until it is answered it is sent again.
   * @throws CuriaError such as `unknown-challenge`.
   */
  async accept(challenge: string): Promise<string> {
    return (await this.#connection.ask('challenge:accept', { challenge }, { patienceMs: this.#patienceMs })).match
  }

  /** Declines a challenge, or withdraws one of the player's own. @throws CuriaError such as `unknown-challenge`. */
  async close(challenge: string): Promise<void> {
    await this.#connection.ask('challenge:close', { challenge }, { patienceMs: this.#patienceMs })
  }

  #changed(): void {
    if (this.isSubscribed) this.#ask()
  }

  #ask(): void {
    // A new connection comes back to this.
    if (!this.#connection.isOnline) return this.#connection.startIfPossible()
    this.#connection
      .ask('challenge:list', {}, { once: true, receive: (answer) => this.isSubscribed && this.#state.set(answer) })
      .catch(() => {
        // After a lost connection the next one asks again.
        if (this.#connection.isOnline) setTimeout(() => this.#changed(), AGAIN_MS)
      })
  }
}
