import type { Logger } from 'pino'
import type { MatchHeader } from '../../record/index.ts'
import { isBinding } from '../../record/index.ts'
import type { Created, Retention } from '../port.ts'
import { CREATIONS_KEPT_MS } from '../port.ts'
import type { Connection } from './connection.ts'
import { aboutMatch, codeKey, creationKey, matchKeys } from './keys.ts'
import { headerText } from './log.ts'
import type { Scripts } from './scripts/index.ts'

/** A code is retained a little longer than its match, so that the match can be found as long as it waits. */
const CODE_MARGIN_MS = 60_000

export interface CreationsParts {
  connection: Connection<Scripts>
  retention: Retention
  log: Logger | undefined
}

/**
 * How matches are created, and found by their codes. A code, and the id of the command that creates a match, are keys of
 * their own, outside the shard of the match: they are taken first.
 */
export class Creations {
  readonly #connection: Connection<Scripts>
  readonly #retention: Retention
  readonly #log: Logger | undefined

  constructor({ connection, retention, log }: CreationsParts) {
    this.#connection = connection
    this.#retention = retention
    this.#log = log
  }

  /** See `LiveStore.create`. */
  async create(header: MatchHeader, actionId?: string): Promise<Created> {
    const { id, code, host } = header
    if (isBinding(header)) return this.#add(header)
    // The code comes first: a code without a match leads nowhere, but a match without its code could not be found.
    const holder = await this.#takeCode(code, id)
    if (holder !== id) {
      const exists = await this.#connection.ask((redis) => redis.exists(matchKeys(id).log))
      return { taken: exists ? 'id' : 'code' }
    }
    if (actionId !== undefined) {
      const first = await this.#takeAction(host.player.id, actionId, id)
      if (first !== id) {
        await this.#releaseUnused(code, id)
        return { taken: 'action', match: first }
      }
    }
    const created = await this.#add(header)
    if ('taken' in created) await this.#releaseUnused(code, id)
    return created
  }

  async #add(header: MatchHeader): Promise<Created> {
    const { id, code, host } = header
    const createdAt = await this.#connection.ask((redis) =>
      redis.createMatch(...aboutMatch(id), headerText(header), code, host.seat, host.player.id),
    )
    return createdAt === null ? { taken: 'id' } : { createdAt }
  }

  /** See `LiveStore.createdBy`. */
  async createdBy(player: string, actionId: string): Promise<string | null> {
    return this.#connection.ask((redis) => redis.get(creationKey(player, actionId)))
  }

  /** Resolves with the match that the command creates after that: the one that was named first. */
  async #takeAction(player: string, actionId: string, match: string): Promise<string> {
    // It ends before an id could be used again that the history may have.
    const ttlMs = Math.min(CREATIONS_KEPT_MS, this.#retention.endedMs)
    const key = creationKey(player, actionId)
    return (await this.#connection.ask((redis) => redis.set(key, match, 'PX', ttlMs, 'NX', 'GET'))) ?? match
  }

  /** Releases a code that was taken for a match, unless the match has it. */
  async #releaseUnused(code: string, match: string): Promise<void> {
    if ((await this.findByCode(code)) !== match) await this.#releaseCode(code, match)
  }

  /**
   * Resolves with the match that has the code after that: it may have been this one's before, if its creation was cut
   * short.
   */
  async #takeCode(code: string, match: string): Promise<string | null> {
    const key = codeKey(code)
    if (await this.#connection.ask((redis) => redis.set(key, match, 'PX', this.#codeTtlMs, 'NX'))) return match
    const holder = await this.#connection.ask((redis) => redis.get(key))
    if (holder === match) await this.#connection.ask((redis) => redis.pexpire(key, this.#codeTtlMs))
    return holder
  }

  get #codeTtlMs(): number {
    return this.#retention.waitingMs + CODE_MARGIN_MS
  }

  /** See `LiveStore.findByCode`. */
  async findByCode(code: string): Promise<string | null> {
    const match = await this.#connection.ask((redis) => redis.get(codeKey(code)))
    if (match === null) return null
    const own = await this.#connection.ask((redis) => redis.hget(matchKeys(match).match, 'code'))
    return own === code ? match : null
  }

  /** A code that was used leads to its match for a while. If this fails, it expires earlier. */
  async retainCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.pexpire(codeKey(code), this.#codeTtlMs))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'a used invitation code was not retained')
    }
  }

  /** A code that was taken for nothing is free again. If this fails, it expires. */
  async #releaseCode(code: string, match: string): Promise<void> {
    try {
      await this.#connection.ask((redis) => redis.releaseCode(codeKey(code), match))
    } catch (error) {
      this.#log?.debug({ err: error, match }, 'an invitation code was not released')
    }
  }
}
