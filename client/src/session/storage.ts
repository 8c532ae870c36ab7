import type { AsyncStorageLike, StorageLike } from '../platform.ts'
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

/** Under which key the session of a server is stored. */
export const keyOf = (url: string): string => `curia:${url}`

/**
 * What a storage has under one key, so that it answers at once: a storage that answers later is read once, and then
 * written to in the order of the changes. Another one is returned as it is.
 */
export async function answeringAtOnce(storage: StorageLike | AsyncStorageLike, key: string): Promise<StorageLike> {
  let item: string | null
  try {
    const answer = storage.getItem(key)
    if (answer === null || typeof answer === 'string') return storage as StorageLike
    item = await answer
  } catch {
    item = null
  }
  let written: Promise<unknown> = Promise.resolve()
  const change = (value: string | null): void => {
    item = value
    written = written
      .then(() => (value === null ? storage.removeItem(key) : storage.setItem(key, value)))
      // As in a storage that answers at once: the session then ends with the visit.
      .catch(() => undefined)
  }
  return { getItem: () => item, setItem: (_, value) => change(value), removeItem: () => change(null) }
}

/** The session of one server in a storage that others use, too. */
export class SessionStorage {
  readonly #storage: StorageLike
  readonly #key: string

  constructor(storage: StorageLike, url: string) {
    this.#storage = storage
    this.#key = keyOf(url)
  }

  /**
   * The session that was stored last, by whichever page; null if there is none, or it makes no sense.
   * @throws TypeError if the storage answers later.
   */
  load(): StoredSession | null {
    let item: string | null = null
    this.#attempt(() => (item = this.#storage.getItem(this.#key)))
    if (typeof item === 'object' && item !== null) {
      throw new TypeError('This storage answers later: use Curia.open instead of new Curia.')
    }
    try {
      const stored = JSON.parse(item ?? 'null') as StoredSession | null
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
  #attempt(use: () => void): void {
    try {
      use()
    } catch {
      // See above.
    }
  }
}
