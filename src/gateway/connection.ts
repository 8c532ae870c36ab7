import type { Socket } from 'socket.io'
import type { Lobby } from '../lobby/index.ts'
import type { Matches, ViewOptions } from '../matches/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { PlayerRef, ServerEvent, SessionEnded } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { encodeOnce } from './encoding.ts'
import { LIMITS } from './limits.ts'
import { LobbyVisit } from './lobby-visit.ts'
import { MatchWatch } from './match-watch.ts'

/** The player and the session that a token stands for. */
export interface Identity {
  player: PlayerRef
  /** When the token expires (ms since 1970). */
  expiresAt: number
  /** Tokens of the same session end together when it is revoked. */
  session: string
}

/** One client's socket: its player, and the matches that it watches. */
export class Connection {
  readonly player: PlayerRef
  readonly session: string
  readonly lobby: LobbyVisit
  readonly #expiresAt: number
  readonly #socket: Socket
  readonly #matches: Matches
  readonly #watches = new Map<string, MatchWatch>()
  /** Places reserved for matches that are being created or joined. */
  #reserved = 0
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

  /** The token is no longer valid: sends the reason, and closes the connection. Nothing is received afterwards. */
  end(reason: SessionEnded['reason']): void {
    this.#socket.emit('session:ended', { reason } satisfies SessionEnded)
    this.#socket.disconnect(true)
  }

  /** Sends an event, unless the token has expired. A client that does not read is disconnected. */
  readonly send = (event: ServerEvent): void => {
    if (this.isExpired() && event.event !== 'error:protocol') this.end('expired')
    else if (this.#socket.connected) this.#socket.conn.write(encodeOnce(event))
    this.dropIfNotReading()
  }

  /** Unread messages of one client must not fill the memory. */
  dropIfNotReading(): void {
    const { writeBuffer } = this.#socket.conn as unknown as { writeBuffer: unknown[] }
    if (writeBuffer.length > LIMITS.unsentMessages) this.#socket.disconnect(true)
  }

  /**
   * Watches a match from now on; a match that is watched already, anew. No event of it is sent before the answer.
   * @throws CodedError `limit-reached`, and as `Watches.watch`.
   */
  async watch(match: string, options: ViewOptions): Promise<Answer> {
    this.#requireRoom(match)
    return this.#watch(match, options)
  }

  /**
   * Watches the match that `open` creates or joins (by its id, if that is known before). Without room, it is not called.
   * @throws CodedError `limit-reached`, and as `open` and `Watches.watch`.
   */
  async watchOpened(open: () => Promise<string>, match?: string): Promise<Answer> {
    this.#requireRoom(match)
    this.#reserved += 1
    let opened: string
    try {
      opened = await open()
    } finally {
      this.#reserved -= 1
    }
    return this.#watch(opened, {})
  }

  #requireRoom(match?: string): void {
    if (match !== undefined && this.#watches.has(match)) return
    const limit = LIMITS.matchesPerConnection
    if (this.#watches.size + this.#reserved >= limit) {
      throw new CodedError('limit-reached', `A connection watches at most ${limit} matches.`, { limit })
    }
  }

  async #watch(match: string, options: ViewOptions): Promise<Answer> {
    const before = this.#watches.get(match)
    const watch = new MatchWatch(this.send)
    this.#watches.set(match, watch)
    await before?.stop()
    try {
      const answer = await watch.begin(this.#matches, this.player, match, options)
      if (this.#closing) await watch.stop()
      return { answer, afterwards: () => watch.release() }
    } catch (error) {
      if (this.#watches.get(match) === watch) this.#watches.delete(match)
      throw error
    }
  }

  /** Does nothing if the match is not watched. */
  async unwatch(match: string): Promise<void> {
    const watch = this.#watches.get(match)
    this.#watches.delete(match)
    await watch?.stop()
  }

  /** Stops all watches. Resolves, at every call, when that is done. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#stopAll()
    return this.#closing
  }

  async #stopAll(): Promise<void> {
    this.lobby.close()
    const all = [...this.#watches.values()]
    this.#watches.clear()
    await Promise.all(all.map((watch) => watch.stop()))
  }
}
