import { announcedBy } from './announced.ts'
import { check, checkGiven, serverAddress } from './arguments.ts'
import { Bots } from './bots.ts'
import type { ConnectionState } from './connection/connection.ts'
import { Connection } from './connection/connection.ts'
import type { Transport } from './connection/line.ts'
import { CuriaError } from './errors.ts'
import { Challenges } from './lobby/challenges.ts'
import { OwnMatches } from './lobby/own-matches.ts'
import { Queue } from './lobby/queue.ts'
import { Tables } from './lobby/tables.ts'
import type { LiveMatch } from './match/live-match.ts'
import { LiveMatches } from './match/live-matches.ts'
import { Moderation } from './moderation.ts'
import { Notifications } from './notifications.ts'
import type { Observable } from './observable.ts'
import type { UsePasskey } from './passkeys.ts'
import { Passkeys } from './passkeys.ts'
import type { AsyncStorageLike, StorageLike } from './platform.ts'
import { checkPlatform, defaultStorage, pageOrigin } from './platform.ts'
import type {
  Announced,
  BlocksAnswer,
  BotsAnswer,
  CreateMessage,
  Credentials,
  Followed,
  JoinRequest,
  OwnMatchesAnswer,
  OwnMatchesQuery,
  PlayerRef,
  PublicMatchesAnswer,
  PublicMatchesQuery,
  RecoveryRequest,
  ReportRequest,
  ResetRequest,
  Standing,
} from './protocol.ts'
import { Rest } from './rest/rest.ts'
import { ServerClock } from './server-clock.ts'
import type { SessionState } from './session/session.ts'
import { Session } from './session/session.ts'
import { answeringAtOnce, keyOf, SessionStorage } from './session/storage.ts'
import { Tournaments } from './tournaments/tournaments.ts'

const PATIENCE_MS = 20_000
const ANSWER_TIMEOUT_MS = 5_000

export interface CuriaOptions {
  /** The address of the server; by default the one that the page came from. It may have a path. */
  url?: string | undefined
  /**
   * Where the session is stored; by default `localStorage`, and outside of a page in memory. For one that answers later
   * there is `Curia.open`.
   */
  storage?: StorageLike | undefined
  /**
   * How long to wait for an answer, ms; by default 20 seconds. Then what was asked fails as `offline`. Actions wait
   * without end: they are done once the server can be reached again.
   */
  patienceMs?: number | undefined
  /**
   * How long a connection may be silent while an answer is awaited, ms; by default 5 seconds. Then another one is
   * made.
   */
  answerTimeoutMs?: number | undefined
}

/**
 * A client of one server, for one player. It connects when there is something to say, and stays connected until
 * `close`. Everything that can be observed follows the contract of Svelte's stores. A promise is rejected
 * with a CuriaError, or with a TypeError if what a caller gives makes no sense.
 */
export class Curia {
  /** Who plays here. */
  readonly session: Observable<SessionState>
  /** Whether the server can be reached now. */
  readonly connection: Observable<ConnectionState>
  /**
   * How messages travel now: `websocket`; `polling` where WebSockets are blocked, which is slower; null while there is no
   * connection.
   */
  readonly transport: Observable<Transport | null>
  /** What the server tells everybody who is connected: a notice, and whether new matches are paused. */
  readonly announced: Observable<Announced>
  /** Waiting for any opponent. */
  readonly queue: Queue
  /** Matches that wait for anyone. */
  readonly tables: Tables
  /** Challenges from and to other players. */
  readonly challenges: Challenges
  /** The matches of the player that have not ended. */
  readonly matches: OwnMatches
  /** Tournaments, and what comes next in one. */
  readonly tournaments: Tournaments
  /** The bots of the account. */
  readonly bots: Bots
  /** A second way into the account. */
  readonly passkeys: Passkeys
  /** What moderators read and do. */
  readonly moderation: Moderation
  /** How the account is notified without a socket. */
  readonly notifications: Notifications
  /** The HTTP routes: finished games, players, the catalogue and so on. */
  readonly rest: Rest
  readonly #address: { url: string; patienceMs: number }
  readonly #session: Session
  readonly #connection: Connection
  readonly #matches: LiveMatches
  readonly #clock = new ServerClock()

  /**
   * @throws TypeError if there is neither a page nor a url, or an option makes no sense.
   * @throws CuriaError `unsupported` with `details.missing`, if the platform lacks something.
   */
  constructor(options: CuriaOptions = {}) {
    check({ options: [options, 'object'] })
    const { storage, patienceMs = PATIENCE_MS, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options
    check({ patienceMs: [patienceMs, 'duration'], answerTimeoutMs: [answerTimeoutMs, 'duration'] })
    checkStorage(storage)
    checkPlatform()
    const url = addressOf(options)
    this.#address = { url, patienceMs }

    this.#session = new Session({
      storage: new SessionStorage(storage ?? defaultStorage(), url),
      now: () => this.#clock.now(),
      renew: () => this.rest.post('/v1/players/me/token'),
      changed: (fault) => this.#identify(fault),
    })
    this.session = this.#session.state
    this.#connection = new Connection({
      url,
      clock: this.#clock,
      token: () => this.#session.token,
      answerTimeoutMs,
      tokenRefused: (fault, token) => this.#session.refused(fault, token),
    })
    this.connection = this.#connection.state
    this.transport = this.#connection.transport
    this.rest = new Rest({
      url,
      patienceMs,
      token: () => this.#session.token,
      tokenRefused: (fault, token) => this.#session.refused(fault, token),
    })
    this.bots = new Bots(this.rest)
    this.passkeys = new Passkeys(this.rest)
    this.moderation = new Moderation(this.rest)
    this.notifications = new Notifications(this.rest)
    this.announced = announcedBy(this.#connection)
    this.queue = new Queue(this.#connection, patienceMs)
    this.tables = new Tables(this.#connection)
    this.matches = new OwnMatches(this.#connection)
    this.challenges = new Challenges(this.#connection, () => this.#session.playerId, patienceMs)
    this.tournaments = new Tournaments(this.rest, this.#connection)
    this.#matches = new LiveMatches({
      connection: this.#connection,
      player: () => this.#session.playerId,
      patienceMs,
    })
  }

  /**
   * A client whose storage may answer later, such as the AsyncStorage of React Native: it has the stored session from the
   * beginning.
   * @throws as the constructor
   */
  static async open(
    options: Omit<CuriaOptions, 'storage'> & { storage?: StorageLike | AsyncStorageLike | undefined } = {},
  ): Promise<Curia> {
    check({ options: [options, 'object'] })
    const { storage = defaultStorage(), ...others } = options
    checkStorage(storage)
    checkPlatform()
    return new Curia({ ...others, storage: await answeringAtOnce(storage, keyOf(addressOf(options))) })
  }

  /** The token of the session, for requests that something else than this client sends; null without a session. */
  get token(): string | null {
    return this.#session.token
  }

  /** There is another player: the connection is made again as that one. Without a player there is none. */
  #identify(fault: CuriaError['code'] | null): void {
    if (this.#session.token !== null) {
      this.#connection.restart()
      const subscribed = [this.queue, this.tables, this.matches, this.challenges, this.tournaments]
      const wanted = subscribed.some(({ isSubscribed }) => isSubscribed)
      if (wanted) this.#connection.startIfPossible()
    } else this.#connection.stop(new CuriaError(fault ?? 'token-missing', 'The session has ended.'))
    this.tournaments.identified()
  }

  // Players ---------------------------------------------------------------------------------------------------------

  /** Becomes a guest. @throws CuriaError such as `name-invalid` or `name-taken`. */
  async guest(guest: { name: string }): Promise<PlayerRef> {
    check({ guest: [guest, 'object'] })
    const { name } = guest
    check({ name: [name, 'text'] })
    const issued = await this.rest.post('/v1/players', { body: { name } })
    this.#session.begin('guest', issued)
    return issued.player
  }

  /** Logs in to an account. @throws CuriaError such as `login-failed`. */
  async logIn(credentials: Credentials): Promise<PlayerRef> {
    const issued = await this.rest.post('/v1/sessions', { body: checkedCredentials(credentials) })
    this.#session.begin('account', issued)
    return issued.player
  }

  /**
   * Makes an account of the guest, who stays the same player. Each of the codes lets the player in once if the password
   * is lost (`recover`): they are to be shown now, as nobody gets them again.
   * @throws CuriaError such as `name-taken`.
   */
  async claim(credentials: Credentials): Promise<{ player: PlayerRef; recoveryCodes: string[] }> {
    const issued = await this.rest.post('/v1/players/me/account', { body: checkedCredentials(credentials) })
    this.#session.begin('account', issued)
    return { player: issued.player, recoveryCodes: issued.recoveryCodes }
  }

  /** As `claim`, where nobody is shown the codes: `newRecoveryCodes` has others. @throws as `claim` */
  async register(credentials: Credentials): Promise<PlayerRef> {
    return (await this.claim(credentials)).player
  }

  /**
   * Logs in with a recovery code in place of the password, and sets a new one. All other sessions of the account end.
   * @throws CuriaError such as `login-failed`.
   */
  async recover(request: RecoveryRequest): Promise<PlayerRef> {
    check({ request: [request, 'object'] })
    const { name, code, password } = request
    check({ name: [name, 'text'], code: [code, 'text'], password: [password, 'text'] })
    const issued = await this.rest.post('/v1/sessions/recovery', { body: { name, code, password } })
    this.#session.begin('account', issued)
    return issued.player
  }

  /**
   * Logs in with the token of a reset link, which is what follows its `#`, and sets a new password. All other
   * sessions of the account end, its passkeys are removed, and these codes replace those from before.
   * @throws CuriaError such as `reset-invalid`.
   */
  async resetPassword(request: ResetRequest): Promise<{ player: PlayerRef; recoveryCodes: string[] }> {
    check({ request: [request, 'object'] })
    const { token, password } = request
    check({ token: [token, 'text'], password: [password, 'text'] })
    const issued = await this.rest.post('/v1/sessions/reset', { body: { token, password } })
    this.#session.begin('account', issued)
    return { player: issued.player, recoveryCodes: issued.recoveryCodes }
  }

  /** Gives the account ten other recovery codes in place of its own. @throws CuriaError such as `password-wrong`. */
  async newRecoveryCodes(request: { password: string }): Promise<string[]> {
    check({ request: [request, 'object'] })
    const { password } = request
    check({ password: [password, 'text'] })
    return (await this.rest.post('/v1/players/me/recovery-codes', { body: { password } })).recoveryCodes
  }

  /**
   * Logs in with a passkey. All other sessions of the account end.
   * @throws CuriaError such as `login-failed` or `no-passkeys`; what `use` throws.
   */
  async logInWithPasskey(use: UsePasskey): Promise<PlayerRef> {
    check({ use: [use, 'function'] })
    const options = await this.rest.post('/v1/sessions/passkey/options')
    const issued = await this.rest.post('/v1/sessions/passkey', { body: await use(options) })
    this.#session.begin('account', issued)
    return issued.player
  }

  /**
   * Goes on as the player of a token that was kept elsewhere, such as a bot's.
   * @throws CuriaError such as `token-expired`.
   */
  async resume(session: { token: string; status?: 'guest' | 'account' }): Promise<PlayerRef> {
    check({ session: [session, 'object'] })
    const { token, status = 'guest' } = session
    check({ token: [token, 'text'] })
    if (status !== 'guest' && status !== 'account') throw new TypeError('status must be "guest" or "account".')
    const rest = new Rest({ ...this.#address, token: () => token, tokenRefused: () => undefined })
    const { player, expiresAt } = await rest.get('/v1/players/me')
    this.#session.begin(status, { player, expiresAt, token })
    return player
  }

  /**
   * Ends the session here and on the server. A guest cannot come back.
   * @throws CuriaError if the server could not be reached. The session is removed here all the same.
   */
  async logOut(): Promise<void> {
    if (this.#session.token === null) return
    const revoked = this.rest.delete('/v1/sessions/current')
    this.#session.end(null)
    await revoked
  }

  // Other players ---------------------------------------------------------------------------------------------------

  /**
   * Reports a player to the moderators, or a line of a chat by its number. Resolves with the id of the report.
   * @throws CuriaError such as `unknown-player` or `limit-reached`.
   */
  async report(request: ReportRequest): Promise<string> {
    check({ request: [request, 'object'] })
    return (await this.rest.post('/v1/reports', { body: request })).report
  }

  /** Blocks a player, whose challenges are refused from now on. @throws CuriaError such as `account-needed`. */
  async block(player: string): Promise<void> {
    await this.rest.put('/v1/players/me/blocks/{id}', { params: { id: player } })
  }

  /** Stops blocking a player. @throws CuriaError */
  async unblock(player: string): Promise<void> {
    await this.rest.delete('/v1/players/me/blocks/{id}', { params: { id: player } })
  }

  /** The players whom the account blocks, the newest block first. @throws CuriaError such as `account-needed`. */
  async blocked(): Promise<BlocksAnswer['blocked']> {
    return (await this.rest.get('/v1/players/me/blocks')).blocked
  }

  /**
   * The accounts whose names begin like this, in the order of their names.
   * @throws CuriaError such as `bad-request` for less than two characters.
   */
  async searchPlayers(name: string, { limit }: { limit?: number } = {}): Promise<PlayerRef[]> {
    check({ name: [name, 'text'] })
    return (await this.rest.get('/v1/players', { query: { name, ...(limit !== undefined && { limit }) } })).players
  }

  /** Follows an account. @throws CuriaError such as `account-needed`, `unknown-player` or `limit-reached`. */
  async follow(player: string): Promise<void> {
    await this.rest.put('/v1/players/me/following/{id}', { params: { id: player } })
  }

  /** Stops following an account. @throws CuriaError */
  async unfollow(player: string): Promise<void> {
    await this.rest.delete('/v1/players/me/following/{id}', { params: { id: player } })
  }

  /**
   * The accounts that this one follows, whether they are online, and what they play in public.
   * @throws CuriaError such as `account-needed`.
   */
  async following(): Promise<Followed[]> {
    return (await this.rest.get('/v1/players/me/following')).following
  }

  /** Whether a moderator has muted the player, and whether the player is a moderator. @throws CuriaError */
  async standing(): Promise<Standing> {
    return this.rest.get('/v1/players/me/standing')
  }

  // The connection --------------------------------------------------------------------------------------------------

  /**
   * Connects now, and resolves when that is done. Nothing needs it, but other players see who is online, and the first
   * message is faster.
   * @throws CuriaError `token-missing` without a session, and when it ends before.
   */
  async connect(): Promise<void> {
    await this.#connection.connect()
  }

  /**
   * What the server's clock shows, ms since 1970: for the times in what the server sends. Until the server has answered
   * over a connection, it is what the clock of this machine shows.
   */
  serverTime(): number {
    return this.#clock.now()
  }

  // Matches ---------------------------------------------------------------------------------------------------------

  /**
   * Creates a match, and waits in it for the other player. Its snapshot has the invitation `code`. Against a bot
   * (`opponent`) the match begins at once. One call creates one match, however often the message has to be sent. A
   * caller that calls again after `offline` can give the same `actionId`, and gets the same match.
   * @throws CuriaError such as `limit-reached` or `no-bots`; `offline` with `details.sent` if the match may have been created.
   */
  async create(request: CreateMessage = {}): Promise<LiveMatch> {
    check({ request: [request, 'object'] })
    return this.#matches.create(request)
  }

  /** The bots that the server plays, the weakest first; none if it plays no bots. @throws CuriaError */
  async opponents(): Promise<BotsAnswer['bots']> {
    return (await this.rest.get('/v1/bots')).bots
  }

  /**
   * Takes the free seat of a match, by its invitation code, or of an open table by its id. In a match with bids for the
   * first turn, `bid` is needed.
   * @throws CuriaError such as `match-full`.
   */
  async join(request: JoinRequest): Promise<LiveMatch> {
    check({ request: [request, 'object'] })
    return this.#matches.join(request)
  }

  /**
   * Public matches in play, by pages: `cursor` is the `next` of the page before. `curia.rest` lists them, too, without a
   * session.
   * @throws CuriaError
   */
  async publicMatches(query: PublicMatchesQuery = {}): Promise<PublicMatchesAnswer> {
    check({ query: [query, 'object'] })
    return this.#connection.ask('lobby:matches', query, { patienceMs: this.#address.patienceMs })
  }

  /**
   * Follows a match: from the own seat, or as a spectator, who needs the `code` of a private match. Without a session it
   * follows public matches, without their chat. A match that is followed already is opened once more.
   * @throws CuriaError such as `unknown-match`.
   */
  async watch(match: string, options: { code?: string } = {}): Promise<LiveMatch> {
    check({ match: [match, 'text'], options: [options, 'object'] })
    const { code } = options
    checkGiven({ code: [code, 'text'] })
    return this.#matches.watch(match, code)
  }

  /**
   * The matches of the player that have not ended, the seat that was taken last first, by pages: `cursor` is the `next`
   * of the page before.
   * @throws CuriaError such as `token-missing`.
   */
  async myMatches(query: OwnMatchesQuery = {}): Promise<OwnMatchesAnswer> {
    check({ query: [query, 'object'] })
    return this.#connection.ask('player:matches', query, { patienceMs: this.#address.patienceMs })
  }

  /** Closes everything. All promises that wait are rejected as `offline`. */
  close(): void {
    this.#session.close()
    this.#matches.close()
    this.tournaments.close()
    this.#connection.close()
  }
}

/** @throws TypeError */
function checkStorage(storage: StorageLike | AsyncStorageLike | undefined): void {
  checkGiven({ storage: [storage, 'object'] })
  for (const method of storage ? ['getItem', 'setItem', 'removeItem'] : []) {
    check({ [`storage.${method}`]: [Reflect.get(storage!, method), 'function'] })
  }
}

/** The address of the server. @throws TypeError */
function addressOf({ url = pageOrigin() }: Pick<CuriaOptions, 'url'>): string {
  if (url === undefined) throw new TypeError('Outside of a page, the url of the server is needed.')
  return serverAddress(url)
}

function checkedCredentials(credentials: Credentials): Credentials {
  check({ credentials: [credentials, 'object'] })
  const { name, password } = credentials
  check({ name: [name, 'text'], password: [password, 'text'] })
  return { name, password }
}
