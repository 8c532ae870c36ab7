import type { Socket } from 'socket.io'
import type { Matches } from '../matches/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import type { Send, ServerEvents } from './events.ts'
import { LIMITS } from './limits.ts'
import { WatchedMatch } from './watched-match.ts'

/** What a command is answered with, beside `ok: true`; and what is to happen once the answer is on its way. */
export interface Answer {
  answer: object
  afterwards?: () => void
}

/** Who a token stands for, and until when (ms since 1970). */
export interface Identity {
  player: PlayerRef
  expiresAt: number
}

/** One client's socket: who it is, and the matches it watches. */
export class Connection {
  readonly player: PlayerRef
  readonly #expiresAt: number
  readonly #socket: Socket
  readonly #matches: Matches
  readonly #watched = new Map<string, WatchedMatch>()
  /** Places kept for matches that are being created or joined. */
  #opening = 0
  #closing: Promise<void> | null = null

  constructor(socket: Socket, { player, expiresAt }: Identity, matches: Matches) {
    this.player = player
    this.#expiresAt = expiresAt
    this.#socket = socket
    this.#matches = matches
  }

  /** @throws CodedError `token-expired`. */
  requireValidToken(): void {
    if (Date.now() >= this.#expiresAt) throw new CodedError('token-expired')
  }

  /** Sends an event; but nothing more to one whose token has expired, or who does not read. */
  readonly send: Send = (event: keyof ServerEvents, payload: ServerEvents[keyof ServerEvents]): void => {
    if (Date.now() >= this.#expiresAt && event.startsWith('match:')) this.#socket.disconnect(true)
    else this.#socket.emit(event, payload)
    this.dropIfNotReading()
  }

  /** Nobody's unread messages may fill the memory. */
  dropIfNotReading(): void {
    const { writeBuffer } = this.#socket.conn as unknown as { writeBuffer: unknown[] }
    if (writeBuffer.length > LIMITS.unsentMessages) this.#socket.disconnect(true)
  }

  /**
   * Watches a match from now on; one that is watched already, anew. No event of it is sent before the answer.
   * @throws CodedError `limit-reached`, and what `Matches.watch` throws.
   */
  async watch(match: string, sinceVersion?: number): Promise<Answer> {
    this.#requireRoom(match)
    return this.#watch(match, sinceVersion)
  }

  /**
   * Watches the match that `open` makes or enters (by its id, if that is known before). It is not called when there is no room.
   * @throws CodedError `limit-reached`, and what `open` and `Matches.watch` throw.
   */
  async watchOpened(open: () => Promise<string>, match?: string): Promise<Answer> {
    this.#requireRoom(match)
    this.#opening += 1
    try {
      return await this.#watch(await open())
    } finally {
      this.#opening -= 1
    }
  }

  #requireRoom(match?: string): void {
    if (match !== undefined && this.#watched.has(match)) return
    const limit = LIMITS.matchesPerConnection
    if (this.#watched.size + this.#opening >= limit) {
      throw new CodedError('limit-reached', `A connection watches at most ${limit} matches.`, { limit })
    }
  }

  async #watch(match: string, sinceVersion?: number): Promise<Answer> {
    const before = this.#watched.get(match)
    const watched = new WatchedMatch(this.send)
    this.#watched.set(match, watched)
    await before?.stop()
    try {
      const answer = await watched.begin(this.#matches, this.player, match, sinceVersion)
      if (this.#closing) await watched.stop()
      return { answer, afterwards: () => watched.release() }
    } catch (error) {
      if (this.#watched.get(match) === watched) this.#watched.delete(match)
      throw error
    }
  }

  /** Does nothing if the match is not watched. */
  async unwatch(match: string): Promise<void> {
    const watched = this.#watched.get(match)
    this.#watched.delete(match)
    await watched?.stop()
  }

  /** Watches nothing any more. Resolves, at every call, when that is so. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#stopAll()
    return this.#closing
  }

  async #stopAll(): Promise<void> {
    const all = [...this.#watched.values()]
    this.#watched.clear()
    await Promise.all(all.map((watched) => watched.stop()))
  }
}
