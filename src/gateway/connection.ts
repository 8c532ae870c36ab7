import type { Socket } from 'socket.io'
import type { Lobby } from '../lobby/index.ts'
import type { Look, Matches } from '../matches/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { PlayerRef, SessionEnded } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { encodeOnce } from './encoding.ts'
import type { Send, ServerEvents } from './events.ts'
import { LIMITS } from './limits.ts'
import { LobbyVisit } from './lobby-visit.ts'
import { WatchedMatch } from './watched-match.ts'

/** Who a token stands for, and until when (ms since 1970). */
export interface Identity {
  player: PlayerRef
  expiresAt: number
  /** What it shares with other tokens of the player, which end with it when it is revoked. */
  session: string
}

/** One client's socket: who it is, and the matches it watches. */
export class Connection {
  readonly player: PlayerRef
  readonly session: string
  readonly lobby: LobbyVisit
  readonly #expiresAt: number
  readonly #socket: Socket
  readonly #matches: Matches
  readonly #watched = new Map<string, WatchedMatch>()
  /** Places kept for matches that are being created or joined. */
  #opening = 0
  #closing: Promise<void> | null = null

  constructor(socket: Socket, { player, expiresAt, session }: Identity, matches: Matches, lobby: Lobby) {
    this.player = player
    this.session = session
    this.#expiresAt = expiresAt
    this.#socket = socket
    this.#matches = matches
    this.lobby = new LobbyVisit(lobby, player, this.send)
  }

  /** @throws CodedError `token-expired`. */
  requireValidToken(): void {
    if (this.isExpired()) throw new CodedError('token-expired')
  }

  isExpired(now = Date.now()): boolean {
    return now >= this.#expiresAt
  }

  /** The token is no longer good: says why, and closes the connection. Nothing that comes after is received. */
  end(reason: SessionEnded['reason']): void {
    this.#socket.emit('session:ended', { reason } satisfies SessionEnded)
    this.#socket.disconnect(true)
  }

  /** Sends an event; but nothing more to one whose token has expired, or who does not read. */
  readonly send: Send = (event: keyof ServerEvents, payload: ServerEvents[keyof ServerEvents]): void => {
    if (this.isExpired() && event !== 'error:protocol') this.end('expired')
    else if (this.#socket.connected) this.#socket.conn.write(encodeOnce(event, payload))
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
  async watch(match: string, look: Look): Promise<Answer> {
    this.#requireRoom(match)
    return this.#watch(match, look)
  }

  /**
   * Watches the match that `open` makes or enters (by its id, if that is known before). It is not called when there is no room.
   * @throws CodedError `limit-reached`, and what `open` and `Matches.watch` throw.
   */
  async watchOpened(open: () => Promise<string>, match?: string): Promise<Answer> {
    this.#requireRoom(match)
    this.#opening += 1
    try {
      return await this.#watch(await open(), {})
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

  async #watch(match: string, look: Look): Promise<Answer> {
    const before = this.#watched.get(match)
    const watched = new WatchedMatch(this.send)
    this.#watched.set(match, watched)
    await before?.stop()
    try {
      const answer = await watched.begin(this.#matches, this.player, match, look)
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
    this.lobby.close()
    const all = [...this.#watched.values()]
    this.#watched.clear()
    await Promise.all(all.map((watched) => watched.stop()))
  }
}
