import type { Connection } from '../connection/connection.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import type { Ended, OwnMatch } from '../protocol.ts'

/** Before the list is asked for again that the server could not read, ms. */
const AGAIN_MS = 5_000

/** What has happened to a match of the player: how it has ended. */
export type OwnMatchesChange = { readonly type: 'ended' } & Readonly<Ended>

/**
 * The matches of the player that have not ended, at most the 50 whose seats were taken last; null until they are known.
 * The list is kept up to date while someone subscribes.
 */
export class OwnMatches implements Observable<readonly OwnMatch[] | null, OwnMatchesChange> {
  readonly #connection: Connection
  readonly #matches: Store<readonly OwnMatch[] | null, OwnMatchesChange>

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#matches = new Store<readonly OwnMatch[] | null, OwnMatchesChange>(null, (wanted) =>
      wanted ? this.#watch() : this.#unwatch(),
    )
    connection.on('player:started', (match) => this.#see(match))
    connection.on('player:turn', (match) => this.#see(match))
    connection.on('player:ended', (ended) => this.#remove(ended.match, { type: 'ended', ...ended }))
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

  /**
   * Calls `run` with the list now, and after each change: with the change if one of the matches has ended. Returns the end
   * of it.
   */
  get subscribe(): Observable<readonly OwnMatch[] | null, OwnMatchesChange>['subscribe'] {
    return this.#matches.subscribe
  }

  #watch(): void {
    // A new connection comes back to this.
    if (!this.#connection.isOnline) return this.#connection.startIfPossible()
    this.#connection
      .ask('player:watch', {}, { once: true, receive: ({ matches }) => this.#receive(matches) })
      .catch(() => {
        // After a lost connection the next one asks again.
        if (this.#connection.isOnline) setTimeout(() => this.isSubscribed && this.#watch(), AGAIN_MS)
      })
  }

  #receive(matches: readonly OwnMatch[]): void {
    if (this.isSubscribed) this.#matches.set(replaceShared(this.value, matches))
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

  #remove(match: string, change?: OwnMatchesChange): void {
    const { value } = this.#matches
    if (value?.some((each) => each.match === match)) {
      this.#matches.set(
        value.filter((each) => each.match !== match),
        change,
      )
    }
  }
}
