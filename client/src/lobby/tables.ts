import type { Connection } from '../connection/connection.ts'
import { replaceShared } from '../merge-patch.ts'
import type { Observable } from '../observable.ts'
import { Store } from '../observable.ts'
import type { OpenTable, TablesChange } from '../protocol.ts'

/** Before the list is asked for again that the server could not show, ms. */
const AGAIN_MS = 5_000

/**
 * The open tables, newest first; null until they are known. The list is kept up to date while someone subscribes,
 * for which a session is needed; `curia.rest` shows it without.
 */
export class Tables implements Observable<readonly OpenTable[] | null> {
  readonly #connection: Connection
  readonly #tables: Store<readonly OpenTable[] | null>

  /** @internal */
  constructor(connection: Connection) {
    this.#connection = connection
    this.#tables = new Store<readonly OpenTable[] | null>(null, (wanted) => (wanted ? this.#watch() : this.#unwatch()))
    connection.on('lobby:tables', (change) => this.#change(change))
    connection.onConnected(() => {
      if (this.isSubscribed) this.#watch()
    })
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#tables.isSubscribed
  }

  get value(): readonly OpenTable[] | null {
    return this.#tables.value
  }

  /** Calls `run` with the list now, and after each change. Returns the end of it. */
  get subscribe(): Observable<readonly OpenTable[] | null>['subscribe'] {
    return this.#tables.subscribe
  }

  #watch(): void {
    // A new connection comes back to this.
    if (!this.#connection.isOnline) return this.#connection.startIfPossible()
    this.#connection
      .ask('lobby:watch', {}, { once: true, receive: ({ tables }) => this.#receive(tables) })
      .catch(() => {
        // After a lost connection the next one asks again.
        if (this.#connection.isOnline) setTimeout(() => this.isSubscribed && this.#watch(), AGAIN_MS)
      })
  }

  #receive(tables: readonly OpenTable[]): void {
    if (this.isSubscribed) this.#tables.set(replaceShared(this.value, tables))
  }

  #unwatch(): void {
    this.#tables.set(null)
    if (this.#connection.isOnline) this.#connection.ask('lobby:unwatch', {}, { once: true }).catch(() => undefined)
  }

  #change({ opened, closed, whole }: TablesChange): void {
    const { value } = this.#tables
    // A change that arrives after the end of the subscription is ignored.
    if (value === null) return
    const gone = new Set([...closed, ...opened.map(({ match }) => match)])
    const kept = whole ? [] : value.filter(({ match }) => !gone.has(match))
    const tables = [...opened, ...kept].sort((a, b) => b.createdAt - a.createdAt)
    this.#tables.set(replaceShared(value, tables))
  }
}
