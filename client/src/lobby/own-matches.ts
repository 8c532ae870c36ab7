import type { Connection } from '../connection/connection.ts'
import { Store } from '../observable.ts'
import type { Observable } from '../observable.ts'
import type { OwnMatch } from '../protocol.ts'

/** Before the list is asked for again that the server could not read, ms. */
const AGAIN_MS = 5_000

/**
 * The matches of the player that have not ended, at most the 50 whose seats were taken last; null until they are known.
 * The list is kept up to date while somebody subscribes.
 */
export class OwnMatches implements Observable<readonly OwnMatch[] | null> {
  readonly #connection: Connection
  readonly #matches: Store<readonly OwnMatch[] | null>

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#matches = new Store<readonly OwnMatch[] | null>(null, (wanted) => (wanted ? this.#watch() : this.#unwatch()))
    connection.on('player:started', (match) => this.#see(match))
    connection.on('player:turn', (match) => this.#see(match))
    connection.on('player:ended', ({ match }) => this.#remove(match))
    connection.on('match:expired', ({ match }) => this.#remove(match))
    connection.onConnected(() => {
      if (this.isSubscribed) this.#watch()
    })
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#matches.isSubscribed
  }

  get value(): readonly OwnMatch[] | null {
    return this.#matches.value
  }

  /** Calls `run` with the list now, and after each change. Returns the end of it. */
  get subscribe(): Observable<readonly OwnMatch[] | null>['subscribe'] {
    return this.#matches.subscribe
  }

  #watch(): void {
    // A new connection comes back to this.
    if (!this.#connection.isOnline) return this.#connection.startIfPossible()
    this.#connection
      .ask('player:watch', {}, { once: true, receive: ({ matches }) => this.#matches.set(matches) })
      .catch(() => {
        // After a lost connection the next one asks again.
        if (this.#connection.isOnline) setTimeout(() => this.isSubscribed && this.#watch(), AGAIN_MS)
      })
  }

  #unwatch(): void {
    this.#matches.set(null)
    if (this.#connection.isOnline) this.#connection.ask('player:unwatch', {}, { once: true }).catch(() => undefined)
  }

  /** An event may be older than the list. */
  #see(match: OwnMatch): void {
    const { value } = this.#matches
    const known = value?.find((each) => each.match === match.match)
    if (value === null || (known && known.version >= match.version)) return
    const others = value.filter((each) => each !== known)
    this.#matches.set([...others, match].sort((a, b) => b.since - a.since))
  }

  #remove(match: string): void {
    const { value } = this.#matches
    if (value !== null) this.#matches.set(value.filter((each) => each.match !== match))
  }
}
