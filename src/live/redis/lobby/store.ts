import type { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { newId } from '../../../ids/index.ts'
import { hasBot, playerRef } from '../../../protocol/index.ts'
import type { BotLevel, Challenge, PlayerRef } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { LOBBY_RETENTION, MOST_PAIRS, MOST_SHOWN } from '../../lobby-port.ts'
import type {
  AcceptedChallenge, Candidate, ListedMatch, LobbyNews, LobbyStore, LobbySubscriber, NewChallenge, OnlinePlayers, Pairing,
  PlayerChallenges, PlayerStatus, PoolStats, ShownMatch, ShownQuery, Table, TableRequest, Ticket, WaitingList,
} from '../../lobby-port.ts'
import { ratingOf } from '../../shown.ts'
import { SubscriberSlot } from '../../subscriber.ts'
import { parseAddress } from '../address.ts'
import { subscriberConnections, TIMES } from '../client.ts'
import type { RedisTimes } from '../client.ts'
import { Connection } from '../connection.ts'
import { Subscription } from '../subscription.ts'
import { LOBBY_KEYS, lobbyChannel } from './keys.ts'
import { withLobbyScripts } from './scripts/index.ts'
import type { LobbyScripts, StatusReply } from './scripts/index.ts'

export interface RedisLobbyOptions {
  /** As of the live store. */
  url: string
  log?: Logger
  times?: Partial<RedisTimes>
}

/** Players that one script lists or renews: it must be short. */
const PORTION = 200

/**
 * A lobby store in Redis 7 or Valkey, one server or a cluster, for any number of nodes. Opens at once, whether or not
 * Redis answers; from then on it connects again whenever it has to.
 * @throws Error if the address is not one.
 */
export function openRedisLobby({ url, log, times }: RedisLobbyOptions): LobbyStore {
  return new RedisLobby(url, { ...TIMES, ...times }, log)
}

class RedisLobby implements LobbyStore {
  readonly #channel: string
  readonly #connection: Connection<LobbyScripts>
  readonly #subscription: Subscription
  readonly #subscriber: SubscriberSlot<LobbyNews>

  constructor(url: string, times: RedisTimes, log: Logger | undefined) {
    const address = parseAddress(url)
    this.#channel = lobbyChannel(address.database)
    this.#subscriber = new SubscriberSlot(log)
    this.#connection = new Connection({ address, times, defineScripts: withLobbyScripts, log })
    const parts = {
      open: subscriberConnections(address, this.#connection.client, times),
      groupOf: (channel: string) => channel,
      lastPublished: async () => [await this.#ask((redis, ...lobby) => redis.lobbyPublished(...lobby))],
      message: (_channel: string, text: string) => this.#subscriber.news(JSON.parse(text) as LobbyNews),
      interrupted: () => this.#subscriber.interrupted(),
      failed: (error: unknown) => void this.#connection.failure(error),
      times,
    }
    this.#subscription = new Subscription(parts, [this.#channel])
  }

  /** Runs a script, with the arguments that every script begins with. */
  #ask<T>(script: (redis: (Redis | Cluster) & LobbyScripts, ...lobby: string[]) => Promise<T>): Promise<T> {
    return this.#connection.ask((redis) => script(redis, ...LOBBY_KEYS, this.#channel))
  }

  async join(
    player: PlayerRef, pool: string, rating: number, ttlMs: number, realTime: boolean, bot?: BotLevel,
  ): Promise<PlayerStatus> {
    const { id, name } = player
    const ticket: Omit<Ticket, 'since'> = { player: { id, name }, pool, rating, ...(bot && { bot }) }
    const text = JSON.stringify(ticket)
    return statusOf(
      await this.#ask((redis, ...lobby) =>
        redis.lobbyJoin(...lobby, id, pool, text, ttlMs, realTime ? 1 : 0, bot ?? ''),
      ),
    )
  }

  async renewTickets(players: readonly string[], ttlMs: number): Promise<string[]> {
    const absent: string[] = []
    for (const portion of portionsOf(players)) {
      absent.push(...(await this.#ask((redis, ...lobby) => redis.lobbyRenewTickets(...lobby, ttlMs, ...portion))))
    }
    return absent
  }

  async leave(player: string): Promise<Ticket | null> {
    return parse<Ticket>(await this.#ask((redis, ...lobby) => redis.lobbyLeave(...lobby, player)))
  }

  async playerStatus(player: string): Promise<PlayerStatus> {
    return statusOf(await this.#ask((redis, ...lobby) => redis.lobbyPlayerStatus(...lobby, player)))
  }

  async poolStats(pools: readonly string[]): Promise<PoolStats[]> {
    const stats = await this.#ask((redis, ...lobby) => redis.lobbyPoolStats(...lobby, ...pools))
    return stats.map(([waiting, waits]) => ({ waiting, waits: waits.map(Number) }))
  }

  async listWaiting(pool: string, limit: number): Promise<WaitingList> {
    /** By player: a ticket that has moved between two pages may be on both. */
    const candidates = new Map<string, Candidate>()
    for (let from = 0; ; from += PORTION) {
      const count = Math.min(PORTION, limit - from)
      const [readAt, ...page] = await this.#ask((redis, ...lobby) =>
        redis.lobbyListWaiting(...lobby, pool, from, count),
      )
      for (const [ticketText, lastOpponent] of couplesOf(page)) {
        const ticket = parse<Ticket>(ticketText)!
        candidates.set(ticket.player.id, { ticket, lastOpponent })
      }
      if (page.length < 2 * PORTION || from + PORTION >= limit) return { readAt, candidates: [...candidates.values()] }
    }
  }

  async createPairings(
    pool: string,
    pairs: readonly (readonly [Ticket, Ticket])[],
    leaseMs: number,
  ): Promise<Pairing[]> {
    if (pairs.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} pairs`)
    // A script cannot draw random numbers.
    const name = newId()
    const { opponentMs, waitsMs, waits } = LOBBY_RETENTION
    const tickets = pairs.flat().flatMap(({ player, since }) => [player.id, since])
    const created = await this.#ask((redis, ...lobby) =>
      redis.lobbyCreatePairings(...lobby, pool, name, leaseMs, opponentMs, waitsMs, waits, ...tickets),
    )
    return created.map((text) => JSON.parse(text) as Pairing)
  }

  async createBotPairings(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]> {
    if (tickets.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} tickets`)
    const taken = tickets.flatMap(({ player, since }) => [player.id, since])
    const created = await this.#ask((redis, ...lobby) =>
      redis.lobbyCreateBotPairings(...lobby, pool, newId(), leaseMs, ...taken),
    )
    return created.map((text) => JSON.parse(text) as Pairing)
  }

  async claimPairings(limit: number, leaseMs: number): Promise<Pairing[]> {
    const { pairingMs } = LOBBY_RETENTION
    const claimed = await this.#ask((redis, ...lobby) => redis.lobbyClaimPairings(...lobby, limit, leaseMs, pairingMs))
    return claimed.map((text) => JSON.parse(text) as Pairing)
  }

  async proposeMatch(pairing: string, header: MatchHeader): Promise<MatchHeader | null> {
    const text = JSON.stringify(header)
    return parse<MatchHeader>(await this.#ask((redis, ...lobby) => redis.lobbyProposeMatch(...lobby, pairing, text)))
  }

  async completePairing(pairing: string, match: string, realTime: boolean): Promise<void> {
    const { foundMs, playingMs } = LOBBY_RETENTION
    await this.#ask((redis, ...lobby) =>
      redis.lobbyCompletePairing(...lobby, pairing, match, realTime ? 1 : 0, foundMs, playingMs),
    )
  }

  async announceStart(match: string, players: readonly string[]): Promise<void> {
    const news = JSON.stringify({ type: 'started', match, players } satisfies LobbyNews)
    await this.#ask((redis, ...lobby) => redis.lobbyAnnounce(...lobby, news))
  }

  async matchBegan(match: string, players: readonly string[]): Promise<void> {
    const { playingMs } = LOBBY_RETENTION
    await this.#ask((redis, ...lobby) => redis.lobbyMatchBegan(...lobby, match, playingMs, ...players))
  }

  async matchEnded(match: string, players: readonly string[]): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyMatchEnded(...lobby, match, ...players))
  }

  async reserveTable(table: TableRequest, most: number): Promise<boolean> {
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

  async claimTables(limit: number, everyMs: number): Promise<Table[]> {
    const tables = await this.#ask((redis, ...lobby) => redis.lobbyClaimTables(...lobby, limit, everyMs))
    return tables.map((text) => JSON.parse(text) as Table)
  }

  async openChallenge(
    challenge: NewChallenge, ttlMs: number, { sent, received }: { sent: number; received: number }, actionId = '',
  ): Promise<Challenge | 'sender' | 'receiver'> {
    const { id, from, to } = challenge
    const text = JSON.stringify(challenge)
    const opened = await this.#ask((redis, ...lobby) =>
      redis.lobbyOpenChallenge(...lobby, id, text, from.id, to.id, ttlMs, sent, received, actionId),
    )
    return opened === 'sender' || opened === 'receiver' ? opened : (JSON.parse(opened) as Challenge)
  }

  async sentChallenge(player: string, actionId: string): Promise<Challenge | null> {
    return parse<Challenge>(await this.#ask((redis, ...lobby) => redis.lobbySentChallenge(...lobby, player, actionId)))
  }

  async challenge(id: string): Promise<Challenge | null> {
    return parse<Challenge>(await this.#ask((redis, ...lobby) => redis.lobbyChallenge(...lobby, id)))
  }

  async acceptedChallenge(id: string): Promise<AcceptedChallenge | null> {
    const text = await this.#ask((redis, ...lobby) => redis.lobbyAcceptedChallenge(...lobby, id))
    if (text === null) return null
    const [match, player] = text.split(' ') as [string, string]
    return { player, match }
  }

  async challengesOf(player: string): Promise<PlayerChallenges> {
    const [received, sent] = await this.#ask((redis, ...lobby) => redis.lobbyChallengesOf(...lobby, player))
    const read = (text: string): Challenge => JSON.parse(text) as Challenge
    return { received: received.map(read), sent: sent.map(read) }
  }

  async proposeChallengeMatch(id: string, header: MatchHeader): Promise<MatchHeader | null> {
    const text = JSON.stringify(header)
    return parse<MatchHeader>(
      await this.#ask((redis, ...lobby) => redis.lobbyProposeChallengeMatch(...lobby, id, text)),
    )
  }

  async closeChallenge(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean> {
    const created = match === undefined ? [] : [match]
    return (await this.#ask((redis, ...lobby) => redis.lobbyCloseChallenge(...lobby, id, reason, ...created))) === 1
  }

  async expireChallenges(): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyExpireChallenges(...lobby))
  }

  async showMatch(match: ShownMatch): Promise<void> {
    const { match: id, kind, terms, players } = match
    const [text, rating] = [JSON.stringify(match), ratingOf(match) ?? '']
    const bots = Number(hasBot(Object.values(players)))
    await this.#ask((redis, ...lobby) =>
      redis.lobbyShowMatch(...lobby, id, text, kind, terms.clock, bots, rating, MOST_SHOWN),
    )
  }

  async hideMatch(match: string): Promise<void> {
    await this.#ask((redis, ...lobby) => redis.lobbyHideMatch(...lobby, match))
  }

  async isShown(match: string): Promise<boolean> {
    return (await this.#ask((redis, ...lobby) => redis.lobbyIsShown(...lobby, match))) === 1
  }

  async listShown({ order, kind, clock, bots, limit, after }: ShownQuery): Promise<ListedMatch[]> {
    const seats = bots === undefined ? '*' : Number(bots)
    const listed = await this.#ask((redis, ...lobby) =>
      redis.lobbyListShown(...lobby, order, kind ?? '*', clock ?? '*', seats, limit, after ?? ''),
    )
    return couplesOf(listed).map(([text, place]) => ({ match: JSON.parse(text) as ShownMatch, place: Number(place) }))
  }

  async claimShown(limit: number, everyMs: number): Promise<string[]> {
    return this.#ask((redis, ...lobby) => redis.lobbyClaimShown(...lobby, limit, everyMs))
  }

  async renewOnline(players: readonly PlayerRef[], ttlMs: number): Promise<void> {
    for (const portion of portionsOf(players)) {
      const named = portion.flatMap(({ id, name, bot }) => [id, name, bot ? 1 : 0])
      await this.#ask((redis, ...lobby) => redis.lobbyRenewOnline(...lobby, ttlMs, ...named))
    }
  }

  async onlinePlayer(id: string): Promise<PlayerRef | null> {
    const [name, bot] = await this.#ask((redis, ...lobby) => redis.lobbyOnlinePlayer(...lobby, id))
    return name === undefined ? null : playerRef(id, name, bot === 1)
  }

  async onlinePlayers(limit: number, after = ''): Promise<OnlinePlayers> {
    const [count, ...page] = await this.#ask((redis, ...lobby) => redis.lobbyOnlinePlayers(...lobby, limit, after))
    return { count, players: page.map(([id, name, bot]) => playerRef(id, name, bot === 1)) }
  }

  subscribe(subscriber: LobbySubscriber): void {
    this.#subscriber.subscribe(subscriber)
  }

  async close(): Promise<void> {
    this.#connection.close()
    await this.#subscription.close()
  }
}

const parse = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

function statusOf([ticket, pairing, found, playing]: StatusReply): PlayerStatus {
  const [match, pool] = found?.split(' ') ?? []
  return {
    ticket: parse<Ticket>(ticket),
    pairing: parse<Pairing>(pairing),
    found: match !== undefined && pool !== undefined ? { match, pool } : null,
    playing,
  }
}

function portionsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / PORTION) }, (_, index) =>
    items.slice(index * PORTION, (index + 1) * PORTION),
  )
}

/** Each two that follow each other. */
const couplesOf = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1]!] as [T, T]] : []))
