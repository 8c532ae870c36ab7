import { randomBytes } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { PlayerRef } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { LOBBY_KEEPS, PAIRING_BOUNDS } from '../../lobby-port.ts'
import type {
  Crowd, LeftBecause, LobbyListener, LobbyStore, Online, Pairing, PairingRules, Standing, Table, Ticket,
} from '../../lobby-port.ts'
import { parseAddress } from '../address.ts'
import { openSubscriber, TIMES } from '../client.ts'
import type { RedisTimes } from '../client.ts'
import { Connection } from '../connection.ts'
import { LobbyFeed } from './feed.ts'
import { LOBBY_KEYS, lobbyChannel } from './keys.ts'
import { withLobbyScripts } from './scripts/index.ts'
import type { LobbyScripts, StandingReply } from './scripts/index.ts'

export interface RedisLobbyOptions {
  /** As of the live store. */
  url: string
  log?: Logger
  times?: Partial<RedisTimes>
}

/**
 * Those who look for each other, in Redis 7 or Valkey, one server or a cluster, for any number of nodes. Opens at once, whether
 * or not Redis answers; from then on it connects again whenever it has to.
 * @throws Error if the address is not one.
 */
export function openRedisLobby({ url, log, times }: RedisLobbyOptions): LobbyStore {
  return new RedisLobby(url, { ...TIMES, ...times }, log)
}

/** What is published. */
type Message =
  | { joined: Ticket }
  | { left: Ticket; because: LeftBecause }
  | { matched: Pairing; match: string }
  | { opened: Table }
  | { closed: string }

class RedisLobby implements LobbyStore {
  readonly #connection: Connection<LobbyScripts>
  readonly #feed: LobbyFeed
  readonly #log: Logger | undefined
  #listener: LobbyListener | null = null

  constructor(url: string, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    this.#log = log
    this.#connection = new Connection(address, times, withLobbyScripts, log)
    this.#feed = new LobbyFeed({
      channel: this.#channel,
      open: () => openSubscriber(address, this.#connection.client, times),
      published: () => this.#ask((redis, ...lobby) => redis.lobbyPublished(...lobby)),
      hear: (text) => this.#hear(JSON.parse(text) as Message),
      interrupted: () => this.#tell((listener) => listener.interrupted()),
      times,
    })
  }

  get #channel(): string {
    return lobbyChannel(this.#connection.database)
  }

  /** Runs a script, which takes what every one begins with. */
  #ask<T>(script: (redis: (Redis | Cluster) & LobbyScripts, ...lobby: string[]) => Promise<T>): Promise<T> {
    return this.#connection.ask((redis) => script(redis, ...LOBBY_KEYS, this.#channel))
  }

  async join({ id, name }: PlayerRef, pool: string, rating: number, keepMs: number, realTime: boolean): Promise<Standing> {
    const ticket: Omit<Ticket, 'since'> = { player: { id, name }, pool, rating }
    return standingOf(
      await this.#ask((redis, ...lobby) =>
        redis.lobbyJoin(...lobby, id, pool, rating, JSON.stringify(ticket), keepMs, realTime ? 1 : 0),
      ),
    )
  }

  async keep(players: string[], keepMs: number): Promise<string[]> {
    return this.#ask((redis, ...lobby) => redis.lobbyKeep(...lobby, keepMs, ...players))
  }

  async leave(player: string): Promise<Ticket | null> {
    return parse<Ticket>(await this.#ask((redis, ...lobby) => redis.lobbyLeave(...lobby, player)))
  }

  async standing(player: string): Promise<Standing> {
    return standingOf(await this.#ask((redis, ...lobby) => redis.lobbyStanding(...lobby, player)))
  }

  async crowds(pools: readonly string[]): Promise<Crowd[]> {
    const crowds = await this.#ask((redis, ...lobby) => redis.lobbyCrowds(...lobby, ...pools))
    return crowds.map(([waiting, waits]) => ({ waiting, waits: waits.map(Number) }))
  }

  async pair(pool: string, { window, againAfterMs }: PairingRules, leaseMs: number): Promise<Pairing[]> {
    // Made up here: nothing in a script is random.
    const name = randomBytes(12).toString('base64url')
    const { tickets, candidates } = PAIRING_BOUNDS
    const { opponentMs, waitsMs, waits } = LOBBY_KEEPS
    const made = await this.#ask((redis, ...lobby) =>
      redis.lobbyPair(
        ...[...lobby, pool, name],
        ...[window.first, window.step, window.everyMs, window.openAfterMs, againAfterMs],
        ...[tickets, candidates, leaseMs, opponentMs, waitsMs, waits],
      ),
    )
    return made.map((text) => JSON.parse(text) as Pairing)
  }

  async claimPairings(limit: number, leaseMs: number): Promise<Pairing[]> {
    const { pairingMs } = LOBBY_KEEPS
    const claimed = await this.#ask((redis, ...lobby) => redis.lobbyClaimPairings(...lobby, limit, leaseMs, pairingMs))
    return claimed.map((text) => JSON.parse(text) as Pairing)
  }

  async propose(pairing: string, header: MatchHeader): Promise<MatchHeader | null> {
    return parse<MatchHeader>(await this.#ask((redis, ...lobby) => redis.lobbyPropose(...lobby, pairing, JSON.stringify(header))))
  }

  async settle(pairing: string, match: string, realTime: boolean): Promise<void> {
    const { foundMs, playingMs } = LOBBY_KEEPS
    await this.#ask((redis, ...lobby) => redis.lobbySettle(...lobby, pairing, match, realTime ? 1 : 0, foundMs, playingMs))
  }

  async began(match: string, players: string[]): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyBegan(...lobby, match, LOBBY_KEEPS.playingMs, ...players))
  }

  async over(match: string, players: string[]): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyOver(...lobby, match, ...players))
  }

  async reserveTable(table: Omit<Table, 'code' | 'createdAt'>, most: number): Promise<boolean> {
    const { match, host } = table
    const text = JSON.stringify(table)
    return (await this.#ask((redis, ...lobby) => redis.lobbyReserveTable(...lobby, match, host.id, text, most))) === 1
  }

  async openTable(match: string, code: string): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyOpenTable(...lobby, match, code))
  }

  async closeTable(match: string): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyCloseTable(...lobby, match))
  }

  async tables(limit: number): Promise<Table[]> {
    const tables = await this.#ask((redis, ...lobby) => redis.lobbyTables(...lobby, limit))
    return tables.map((text) => JSON.parse(text) as Table)
  }

  async greet(players: PlayerRef[], keepMs: number): Promise<void> {
    if (players.length === 0) return
    await this.#ask((redis, ...lobby) => redis.lobbyGreet(...lobby, keepMs, ...players.flatMap(({ id, name }) => [id, name])))
  }

  async online(limit: number, after = ''): Promise<Online> {
    const [count, ...page] = await this.#ask((redis, ...lobby) => redis.lobbyOnline(...lobby, limit, after))
    const players = page.flatMap((id, index) => (index % 2 === 0 ? [{ id, name: page[index + 1]! }] : []))
    return { count, players }
  }

  async claimTables(limit: number, everyMs: number): Promise<Table[]> {
    const tables = await this.#ask((redis, ...lobby) => redis.lobbyClaimTables(...lobby, limit, everyMs))
    return tables.map((text) => JSON.parse(text) as Table)
  }

  listen(listener: LobbyListener): void {
    if (this.#listener) throw new Error('the store has a listener')
    this.#listener = listener
  }

  #hear(message: Message): void {
    if ('joined' in message) this.#tell((listener) => listener.joined(message.joined))
    else if ('left' in message) this.#tell((listener) => listener.left(message.left, message.because))
    else if ('matched' in message) this.#tell((listener) => listener.matched(message.matched, message.match))
    else if ('opened' in message) this.#tell((listener) => listener.opened(message.opened))
    else this.#tell((listener) => listener.closed(message.closed))
  }

  /** A fault of the listener is no fault of the connection that brought the message. */
  #tell(what: (listener: LobbyListener) => void): void {
    if (!this.#listener) return
    try {
      what(this.#listener)
    } catch (error) {
      this.#log?.error({ err: error }, 'the listener of the lobby store failed')
    }
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#feed.close()
  }
}

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

function standingOf([ticket, pairing, found, playing]: StandingReply): Standing {
  const [match, pool] = found?.split(' ') ?? []
  return {
    ticket: parse<Ticket>(ticket),
    pairing: parse<Pairing>(pairing),
    found: match !== undefined && pool !== undefined ? { match, pool } : null,
    playing,
  }
}
