import type { CuriaOptions, StorageLike } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import type { TestGateway } from '../support/gateway.ts'
import { newPlayer } from '../support/players.ts'

const DAY_MS = 86_400_000

/** A storage in memory, as a page has one. */
export class MemoryStorage implements StorageLike {
  readonly items = new Map<string, string>()

  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value)
  }

  removeItem(key: string): void {
    this.items.delete(key)
  }
}

/** A storage with the session of a token, which is to be renewed from some moment on. */
export function storageWith(
  url: string,
  player: PlayerRef,
  token: string,
  renewAt = Date.now() + 15 * DAY_MS,
): MemoryStorage {
  const storage = new MemoryStorage()
  const session = { status: 'guest', player, token, expiresAt: renewAt + 15 * DAY_MS, renewAt }
  storage.setItem(`curia:${url}`, JSON.stringify(session))
  return storage
}

/** Clients of a gateway, each with a session of its own. */
export class Clients {
  readonly #gateway: TestGateway
  readonly #clients: Curia[] = []

  constructor(gateway: TestGateway) {
    this.#gateway = gateway
  }

  /** A client of a new player, or of one once more; by default straight to the gateway. */
  async open(who: string | PlayerRef, options: CuriaOptions = {}): Promise<Curia> {
    const player = typeof who === 'string' ? newPlayer(who) : who
    const { token } = await this.#gateway.tokens.issue(player)
    const url = options.url ?? this.#gateway.url
    const client = new Curia({ url, storage: storageWith(url, player, token), ...options })
    this.#clients.push(client)
    return client
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }
}

/** Freezes a value in depth, so that code that changes it in place fails. Returns the value. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) frozen(part)
  }
  return value
}

/** The code of the CuriaError that a promise is rejected with; what it resolves to is a fault of the test. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    (value) => `resolved with ${JSON.stringify(value)}`,
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
}
