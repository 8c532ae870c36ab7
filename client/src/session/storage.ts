import type { StorageLike } from '../platform.ts'
import type { PlayerRef } from '../protocol.ts'

/** What is kept of a session between visits. Times are those of the server, ms since 1970. */
export interface StoredSession {
  readonly status: 'guest' | 'account'
  readonly player: PlayerRef
  readonly token: string
  readonly expiresAt: number
  /** From when on the token is to be renewed. */
  readonly renewAt: number
}

/** The session of one server in a storage that others use, too. */
export class SessionStorage {
  readonly #storage: StorageLike
  readonly #key: string

  constructor(storage: StorageLike, url: string) {
    this.#storage = storage
    this.#key = `curia:${url}`
  }

  /** The session that was stored last, by whichever page; null if there is none, or it makes no sense. */
  load(): StoredSession | null {
    try {
      const stored = JSON.parse(this.#storage.getItem(this.#key) ?? 'null') as StoredSession | null
      return stored && typeof stored.token === 'string' && typeof stored.player.id === 'string' ? stored : null
    } catch {
      return null
    }
  }

  save(session: StoredSession): void {
    this.#attempt(() => this.#storage.setItem(this.#key, JSON.stringify(session)))
  }

  /** Removes the session of a token, but not one that another page has stored since. */
  remove(token: string): void {
    if (this.load()?.token === token) this.#attempt(() => this.#storage.removeItem(this.#key))
  }

  /** A full storage, or none, must not stop a game: the session then ends with the page. */
  #attempt(write: () => void): void {
    try {
      write()
    } catch {
      // See above.
    }
  }
}
