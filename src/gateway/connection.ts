import type { Socket } from 'socket.io'
import { Watch } from '../commands/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches, ViewOptions } from '../matches/index.ts'
import type {
  CommitAnswer,
  CommittedAnswer,
  MatchServerEvent,
  OwnMatchesAnswer,
  PlayerRef,
  ServerEvent,
  SessionEnded,
  ViewAnswer,
} from '../protocol/index.ts'
import { CodedError, LIMITS } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import { encodeOnce } from './encoding.ts'
import { ExclusiveWatch } from './exclusive-watch.ts'
import { LobbyVisit } from './lobby-visit.ts'
import { Sequence } from './sequence.ts'
import { cut } from './transport/engine.ts'

/** The player and the session that a token stands for. */
export interface Identity {
  player: PlayerRef
  /** When the token expires (ms since 1970). */
  expiresAt: number
  /** Tokens of the same session end together when it is revoked. */
  session: string
}

/** Someone without a token, who watches public matches and does nothing else. */
export interface Visitor {
  /** Where they come from: everyone behind one address shares what one player may do. */
  address: string
}

/** What a client says of itself when it connects. */
export interface ClientOptions {
  /** The answer to a command of this connection is to have its update, instead of an event of its own. */
  updateInAnswer: boolean
}

/** A place among the matches that a connection watches. The match of one that is being created is not known yet. */
interface Place {
  match: string | undefined
}

/** What only the connection of a player has. */
interface Own {
  identity: Identity
  visit: LobbyVisit
  /** All matches of the player, and what happens in them. */
  playerWatch: ExclusiveWatch<OwnMatchesAnswer>
}

/** One client's socket: its player, if it has one, and the matches that it watches. */
export class Connection {
  /** Whose messages are counted together, and take turns with those of others. */
  readonly owner: string
  /** Null for a visitor. */
  readonly #own: Own | null
  readonly #socket: Socket
  readonly #matches: Matches
  readonly #options: ClientOptions
  /** By match. */
  readonly #watches = new Map<string, Watch<MatchServerEvent>>()
  /** Watches of one match begin and end one after the other. */
  readonly #sequence = new Sequence()
  /** The places of matches whose watch begins. */
  readonly #reserved = new Set<Place>()
  #closing: Promise<void> | null = null

  constructor(socket: Socket, who: Identity | Visitor, options: ClientOptions, matches: Matches, lobby: Lobby) {
    const isVisitor = 'address' in who
    this.owner = isVisitor ? `address ${who.address}` : who.player.id
    this.#socket = socket
    this.#matches = matches
    this.#options = options
    this.#own = isVisitor
      ? null
      : {
          identity: who,
          visit: new LobbyVisit(lobby, who.player, this.send),
          playerWatch: new ExclusiveWatch(this.send, (push) => matches.streams.watch(who.player, { notify: push })),
        }
  }

  /** The player and their session; null for a visitor. */
  get identity(): Identity | null {
    return this.#own?.identity ?? null
  }

  /** What only players have and do. @throws CodedError `token-missing` for a visitor. */
  get #ofPlayer(): Own {
    if (!this.#own) throw new CodedError('token-missing')
    return this.#own
  }

  /**
   * Who watches: the player, or null for a visitor.
   * @throws CodedError `token-missing` for a visitor with a code: they watch public matches alone.
   */
  watcher(code?: string): PlayerRef | null {
    if (!this.#own && code !== undefined) throw new CodedError('token-missing')
    return this.identity?.player ?? null
  }

  /** @throws CodedError `token-missing` for a visitor. */
  get player(): PlayerRef {
    return this.#ofPlayer.identity.player
  }

  /** @throws CodedError `token-missing` for a visitor. */
  get visit(): LobbyVisit {
    return this.#ofPlayer.visit
  }

  /** @throws CodedError `token-missing` for a visitor. */
  get playerWatch(): ExclusiveWatch<OwnMatchesAnswer> {
    return this.#ofPlayer.playerWatch
  }

  /** @throws CodedError `token-expired`. */
  requireValidToken(): void {
    if (this.isExpired()) throw new CodedError('token-expired')
  }

  isExpired(now = Date.now()): boolean {
    return this.#own !== null && now >= this.#own.identity.expiresAt
  }

  /** The token is no longer valid: sends the reason, and closes the connection. Nothing is received afterwards. */
  end(reason: SessionEnded['reason']): void {
    this.endWith({ event: 'session:ended', payload: { reason } })
  }

  /** Sends a last event, and closes the connection. */
  endWith(event: ServerEvent): void {
    if (this.#socket.connected) this.#socket.conn.write(encodeOnce(event))
    this.#socket.disconnect(true)
  }

  /** Closes the connection without a word. */
  cut(): void {
    cut(this.#socket.conn)
  }

  /** Sends an event, unless the token has expired. */
  readonly send = (event: ServerEvent): void => {
    if (this.isExpired() && event.event !== 'error:protocol') this.end('expired')
    else if (this.#socket.connected) this.#socket.conn.write(encodeOnce(event))
  }

  /**
   * Watches a match from now on; a match that is watched already, again. No event of it is sent before the answer. If it is
   * refused, an earlier watch of the match goes on.
   * @throws CodedError `limit-reached`, and as `watcher` and `Watches.watch`.
   */
  async watch(match: string, options: ViewOptions): Promise<Answer<ViewAnswer>> {
    return this.#withPlace({ match }, () => this.#watch(match, options))
  }

  /**
   * Watches the match that `open` creates or joins (by its id, if that is known before). Without room, it is not called.
   * @throws CodedError `limit-reached`, and as `open` and `Watches.watch`.
   */
  async watchOpened(open: () => Promise<string>, match?: string): Promise<Answer<ViewAnswer>> {
    const place: Place = { match }
    return this.#withPlace(place, async () => {
      place.match = await open()
      return this.#watch(place.match, {})
    })
  }

  /** Reserves a place for a match while `work` goes on. @throws CodedError `limit-reached`. */
  async #withPlace<T>(place: Place, work: () => Promise<T>): Promise<T> {
    const limit = LIMITS.matchesPerConnection
    if (!this.#isWatched(place) && this.#taken >= limit) {
      throw new CodedError('limit-reached', `A connection watches at most ${limit} matches.`, { limit })
    }
    this.#reserved.add(place)
    try {
      return await work()
    } finally {
      this.#reserved.delete(place)
    }
  }

  #isWatched({ match }: Place): boolean {
    return match !== undefined && this.#watches.has(match)
  }

  /** How many places are taken: by matches that are watched, and by those whose watch begins. */
  get #taken(): number {
    return this.#watches.size + [...this.#reserved].filter((place) => !this.#isWatched(place)).length
  }

  #watch(match: string, options: ViewOptions): Promise<Answer<ViewAnswer>> {
    return this.#sequence.run(match, async () => {
      const before = this.#watches.get(match)
      const watch = new Watch<MatchServerEvent>((event) => this.#sendOfMatch(event))
      before?.hold()
      let answer: ViewAnswer
      try {
        answer = await watch.begin((notify) =>
          this.#matches.watches.watch(this.watcher(options.code), match, options, { notify }),
        )
      } catch (error) {
        before?.release()
        throw error
      }
      this.#watches.set(match, watch)
      await before?.stop()
      if (this.#closing) await watch.stop()
      return { answer, afterwards: () => watch.release() }
    })
  }

  /** Sends an event of a match that is watched. A match that has expired is no longer watched. */
  #sendOfMatch(event: MatchServerEvent): void {
    this.send(event)
    if (event.event === 'match:expired') void this.unwatch(event.payload.match)
  }

  /**
   * Answers a command that commits an entry to a match. For a client that wants it so, the answer has the update of
   * that version if the connection watches the match: updates then stay in the order of their versions.
   */
  async committing(match: string, commit: () => Promise<CommitAnswer>): Promise<Answer<CommittedAnswer>> {
    const watch = this.#options.updateInAnswer ? this.#watches.get(match) : undefined
    if (!watch) return { answer: await commit() }
    watch.hold()
    try {
      const answer = await commit()
      const update = watch.take(isUpdateTo(answer.version))
      return { answer: update ? { ...answer, update: update.payload } : answer, afterwards: () => watch.release() }
    } catch (error) {
      watch.release()
      throw error
    }
  }

  /** Does nothing if the match is not watched. Never rejects. */
  unwatch(match: string): Promise<void> {
    return this.#sequence.run(match, async () => {
      const watch = this.#watches.get(match)
      this.#watches.delete(match)
      await watch?.stop()
    })
  }

  /** Stops all watches. Resolves, at every call, when that is done. Never rejects. */
  close(): Promise<void> {
    this.#closing ??= this.#stopAll()
    return this.#closing
  }

  async #stopAll(): Promise<void> {
    this.#own?.visit.close()
    this.#own?.playerWatch.close()
    const all = [...this.#watches.values()]
    this.#watches.clear()
    await Promise.all(all.map((watch) => watch.stop()))
  }
}

type MatchUpdate = Extract<MatchServerEvent, { event: 'match:update' }>

const isUpdateTo =
  (version: number) =>
  (event: MatchServerEvent): event is MatchUpdate =>
    event.event === 'match:update' && event.payload.version === version
