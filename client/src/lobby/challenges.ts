import { check, checkGiven } from '../arguments.ts'
import type { Connection } from '../connection/connection.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import type { Challenge, ChallengeClosed, ChallengeMessage, ChallengesAnswer } from '../protocol.ts'
import { randomId } from '../random-id.ts'

/** Before the challenges are asked for again that the server could not read, ms. */
const AGAIN_MS = 5_000

/** What has happened to a challenge: `reason` says why it was closed, and `match` has begun if it was accepted. */
export type ChallengesChange = { readonly type: 'closed' } & Readonly<ChallengeClosed>

/**
 * The open challenges of the player, received and sent; null until they are known. They are kept up to date while
 * someone subscribes.
 */
export class Challenges implements Observable<ChallengesAnswer | null, ChallengesChange> {
  readonly #connection: Connection
  /** The id of this player. */
  readonly #player: () => string | undefined
  readonly #patienceMs: number
  readonly #state: Store<ChallengesAnswer | null, ChallengesChange>

  /** @internal */
  constructor(connection: Connection, player: () => string | undefined, patienceMs: number) {
    this.#connection = connection
    this.#player = player
    this.#patienceMs = patienceMs
    this.#state = new Store<ChallengesAnswer | null, ChallengesChange>(null, (wanted) =>
      wanted ? this.#ask() : this.#state.set(null),
    )
    connection.on('challenge:opened', (challenge) => this.#opened(challenge))
    connection.on('challenge:closed', (closed) => this.#closed(closed))
    connection.onConnected(() => this.#changed())
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#state.isSubscribed
  }

  get value(): ChallengesAnswer | null {
    return this.#state.value
  }

  /**
   * Calls `run` with the challenges now, and after each change: with the change if one of them was closed. Returns the end
   * of it.
   */
  get subscribe(): Observable<ChallengesAnswer | null, ChallengesChange>['subscribe'] {
    return this.#state.subscribe
  }

  /**
   * Challenges a player. Until it is answered it is sent again, as the same command, so that there is one challenge.
   * @throws CuriaError such as `unknown-player`, `challenge-refused` or `limit-reached`.
   */
  async send(request: ChallengeMessage): Promise<Challenge> {
    check({ request: [request, 'object'] })
    const command = { actionId: randomId(), ...request }
    return (await this.#connection.ask('challenge:send', command, { patienceMs: this.#patienceMs })).challenge
  }

  /**
   * Accepts a challenge, and returns the id of the match, which has begun. Until it is answered it is sent again.
   * @param bid what the player bids for the first turn (coins), needed for a challenge with a `bid`.
   * @throws CuriaError such as `unknown-challenge`.
   */
  async accept(challenge: string, bid?: number): Promise<string> {
    check({ challenge: [challenge, 'text'] })
    checkGiven({ bid: [bid, 'number'] })
    const command = { challenge, ...(bid !== undefined && { bid }) }
    return (await this.#connection.ask('challenge:accept', command, { patienceMs: this.#patienceMs })).match
  }

  /** Declines a challenge, or withdraws one of the player's own. @throws CuriaError such as `unknown-challenge`. */
  async close(challenge: string): Promise<void> {
    check({ challenge: [challenge, 'text'] })
    await this.#connection.ask('challenge:close', { challenge }, { patienceMs: this.#patienceMs })
  }

  #changed(): void {
    if (this.isSubscribed) this.#ask()
  }

  /** It may be closed again before the list is known that has it. */
  #opened(challenge: Challenge): void {
    if (this.value) {
      const direction = challenge.to.id === this.#player() ? 'received' : 'sent'
      const others = this.value[direction].filter(({ id }) => id !== challenge.id)
      this.#state.set(replaceShared(this.value, { ...this.value, [direction]: [challenge, ...others] }))
    }
    this.#changed()
  }

  #closed(closed: ChallengeClosed): void {
    const isOpen = ({ id }: Challenge): boolean => id !== closed.challenge
    if (this.value) {
      const { received, sent } = this.value
      const left = replaceShared(this.value, { received: received.filter(isOpen), sent: sent.filter(isOpen) })
      this.#state.set(left, { type: 'closed', ...closed })
    }
    this.#changed()
  }

  #ask(): void {
    // A new connection comes back to this.
    if (!this.#connection.isOnline) return this.#connection.startIfPossible()
    this.#connection.ask('challenge:list', {}, { once: true, receive: (answer) => this.#receive(answer) }).catch(() => {
      // After a lost connection the next one asks again.
      if (this.#connection.isOnline) setTimeout(() => this.#changed(), AGAIN_MS)
    })
  }

  #receive(answer: ChallengesAnswer): void {
    if (this.isSubscribed) this.#state.set(replaceShared(this.value, answer))
  }
}
