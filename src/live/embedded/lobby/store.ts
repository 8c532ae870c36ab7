import type { Logger } from 'pino'
import type { BotLevel, Challenge, PlayerRef } from '../../../protocol/index.ts'
import type { MatchHeader } from '../../../record/index.ts'
import { MOST_PAIRS } from '../../lobby-port.ts'
import type {
  AcceptedChallenge, LeaveReason, ListedMatch, LobbyNews, LobbyStore, LobbySubscriber, NewChallenge, OnlinePlayers, Pairing,
  PlayerChallenges, PlayerStatus, PoolStats, ShownMatch, ShownQuery, Table, TableRequest, Ticket, WaitingList,
} from '../../lobby-port.ts'
import { SubscriberSlot } from '../../subscriber.ts'
import { unavailable } from '../../unavailable.ts'
import { Challenges } from './challenges.ts'
import { Online } from './online.ts'
import { Pairings } from './pairings.ts'
import { PlayerMatches } from './player-matches.ts'
import { Shown } from './shown.ts'
import { Tables } from './tables.ts'
import { Tickets } from './tickets.ts'

export interface EmbeddedLobbyOptions {
  /** The store's time, in ms since 1970. */
  clock?: () => number
  log?: Logger
}

/**
 * A lobby store in the memory of this process, for a single node. When the process ends, all its connections end, and
 * its clients join the queue again at the next one. The store then forgets the open tables, whose matches can still
 * be joined by their codes, and which matches are played: it learns of them again when their players come back.
 */
export function openEmbeddedLobby(options: EmbeddedLobbyOptions = {}): LobbyStore {
  return new EmbeddedLobby(options)
}

class EmbeddedLobby implements LobbyStore {
  readonly #clock: () => number
  readonly #subscriber: SubscriberSlot<LobbyNews>
  readonly #tickets: Tickets
  readonly #pairings: Pairings
  readonly #matches: PlayerMatches
  readonly #tables = new Tables()
  readonly #challenges: Challenges
  readonly #shown = new Shown()
  readonly #online = new Online()
  #closed = false

  constructor({ clock = Date.now, log }: EmbeddedLobbyOptions) {
    this.#clock = clock
    this.#subscriber = new SubscriberSlot(log)
    this.#tickets = new Tickets(clock)
    this.#pairings = new Pairings(clock)
    this.#matches = new PlayerMatches(clock)
    this.#challenges = new Challenges(clock)
  }

  async join(
    player: PlayerRef, pool: string, rating: number, ttlMs: number, realTime: boolean, bot?: BotLevel,
  ): Promise<PlayerStatus> {
    const now = this.#begin()
    const { id, name } = player
    if (this.#pairings.of(id) || (realTime && this.#matches.playing(id).length > 0)) return this.#status(id)
    const before = this.#tickets.get(id)
    const since = before?.pool === pool ? before.since : now
    const ticket: Ticket = { player: { id, name }, pool, rating, ...(bot && { bot }), since }
    if (before?.pool === pool) {
      this.#tickets.renew(id, now + ttlMs)
      if (before.bot !== bot) this.#tickets.change(ticket)
    } else this.#tickets.add(ticket, now + ttlMs)
    if (before?.pool !== pool || before.bot !== bot) this.#publish({ type: 'joined', ticket })
    this.#matches.deleteFound(id)
    return this.#status(id)
  }

  async renewTickets(players: readonly string[], ttlMs: number): Promise<string[]> {
    const until = this.#begin() + ttlMs
    return players.filter((player) => !this.#tickets.renew(player, until))
  }

  async leave(player: string): Promise<Ticket | null> {
    this.#begin()
    const ticket = this.#tickets.get(player)
    if (ticket) this.#remove(ticket, 'left')
    return ticket
  }

  async playerStatus(player: string): Promise<PlayerStatus> {
    this.#begin()
    return this.#status(player)
  }

  async poolStats(pools: readonly string[]): Promise<PoolStats[]> {
    this.#begin()
    return structuredClone(this.#tickets.stats(pools))
  }

  async listWaiting(pool: string, limit: number): Promise<WaitingList> {
    const readAt = this.#begin()
    const candidates = this.#tickets.of(pool).slice(0, limit).map((ticket) => ({
      ticket, lastOpponent: this.#pairings.lastOpponent(ticket.player.id),
    }))
    return { readAt, candidates }
  }

  async createPairings(
    pool: string,
    pairs: readonly (readonly [Ticket, Ticket])[],
    leaseMs: number,
  ): Promise<Pairing[]> {
    if (pairs.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} pairs`)
    const now = this.#begin()
    const created: Pairing[] = []
    for (const pair of pairs) {
      const [one, other] = [this.#current(pool, pair[0]), this.#current(pool, pair[1])]
      if (!one || !other || one === other) continue
      for (const { player } of [one, other]) this.#tickets.delete(player.id)
      this.#tickets.addWaits(pool, [now - other.since, now - one.since])
      created.push(this.#pairings.create(pool, [one, other], now, now + leaseMs))
    }
    return structuredClone(created)
  }

  async createBotPairings(pool: string, tickets: readonly Ticket[], leaseMs: number): Promise<Pairing[]> {
    if (tickets.length > MOST_PAIRS) throw new RangeError(`at most ${MOST_PAIRS} tickets`)
    const now = this.#begin()
    const created: Pairing[] = []
    for (const wanted of tickets) {
      const ticket = this.#current(pool, wanted)
      if (!ticket?.bot) continue
      this.#tickets.delete(ticket.player.id)
      created.push(this.#pairings.create(pool, [ticket], now, now + leaseMs))
    }
    return structuredClone(created)
  }

  /** A ticket of a pool as the store has it; null if it is gone or another ticket has taken its place. */
  #current(pool: string, { player, since }: Ticket): Ticket | null {
    const ticket = this.#tickets.get(player.id)
    return ticket?.pool === pool && ticket.since === since ? ticket : null
  }

  async claimPairings(limit: number, leaseMs: number): Promise<Pairing[]> {
    const now = this.#begin()
    const { leased, removed } = this.#pairings.claim(limit, now, now + leaseMs)
    for (const { tickets } of removed) {
      for (const ticket of tickets) this.#publish({ type: 'left', ticket, reason: 'failed' })
    }
    return structuredClone(leased)
  }

  async proposeMatch(pairing: string, header: MatchHeader): Promise<MatchHeader | null> {
    this.#begin()
    return structuredClone(this.#pairings.propose(pairing, header))
  }

  async completePairing(id: string, match: string, realTime: boolean): Promise<void> {
    this.#begin()
    const pairing = this.#pairings.get(id)
    if (!pairing) return
    this.#pairings.delete(pairing)
    for (const { player } of pairing.tickets) {
      this.#matches.setFound(player.id, { match, pool: pairing.pool })
      if (realTime) this.#matches.began(player.id, match)
    }
    this.#publish({ type: 'matched', pairing, match })
  }

  async announceStart(match: string, players: readonly string[]): Promise<void> {
    this.#begin()
    this.#publish({ type: 'started', match, players })
  }

  async matchBegan(match: string, players: readonly string[]): Promise<void> {
    this.#begin()
    for (const player of players) {
      this.#matches.began(player, match)
      const ticket = this.#tickets.get(player)
      if (ticket) this.#remove(ticket, 'playing')
    }
  }

  async matchEnded(match: string, players: readonly string[]): Promise<void> {
    this.#begin()
    for (const player of players) this.#matches.ended(player, match)
  }

  async reserveTable(table: TableRequest, most: number): Promise<boolean> {
    return this.#tables.reserve(table, most, this.#begin())
  }

  async openTable(match: string, code: string): Promise<void> {
    this.#begin()
    const table = this.#tables.open(match, code)
    if (table) this.#publish({ type: 'opened', table })
  }

  async closeTable(match: string): Promise<void> {
    this.#begin()
    if (this.#tables.close(match)) this.#publish({ type: 'closed', match })
  }

  async tables(limit: number): Promise<Table[]> {
    this.#begin()
    return structuredClone(this.#tables.list(limit))
  }

  async claimTables(limit: number, everyMs: number): Promise<Table[]> {
    return structuredClone(this.#tables.claim(limit, everyMs, this.#begin()))
  }

  async openChallenge(
    request: NewChallenge, ttlMs: number, most: { sent: number; received: number }, actionId?: string,
  ): Promise<Challenge | 'sender' | 'receiver'> {
    const now = this.#begin()
    const before = actionId === undefined ? null : this.#challenges.sentBy(request.from.id, actionId)
    if (before) return structuredClone(before)
    const opened = this.#challenges.open(request, ttlMs, most, now, actionId)
    if (typeof opened === 'object') this.#publish({ type: 'challenged', challenge: opened })
    return structuredClone(opened)
  }

  async sentChallenge(player: string, actionId: string): Promise<Challenge | null> {
    this.#begin()
    return structuredClone(this.#challenges.sentBy(player, actionId))
  }

  async challenge(id: string): Promise<Challenge | null> {
    this.#begin()
    return structuredClone(this.#challenges.get(id))
  }

  async acceptedChallenge(id: string): Promise<AcceptedChallenge | null> {
    this.#begin()
    return structuredClone(this.#challenges.accepted(id))
  }

  async challengesOf(player: string): Promise<PlayerChallenges> {
    this.#begin()
    return structuredClone(this.#challenges.of(player))
  }

  async proposeChallengeMatch(id: string, header: MatchHeader): Promise<MatchHeader | null> {
    this.#begin()
    return structuredClone(this.#challenges.propose(id, header))
  }

  async closeChallenge(id: string, reason: 'accepted' | 'declined' | 'withdrawn', match?: string): Promise<boolean> {
    this.#begin()
    const challenge = this.#challenges.get(id)
    if (!challenge || (reason !== 'accepted' && this.#challenges.isAccepted(id))) return false
    this.#challenges.delete(id, match)
    this.#publish({ type: 'challenge-closed', challenge, reason, ...(match !== undefined && { match }) })
    return true
  }

  async expireChallenges(): Promise<void> {
    this.#begin()
  }

  async showMatch(match: ShownMatch): Promise<void> {
    this.#shown.show(match, this.#begin())
  }

  async hideMatch(match: string): Promise<void> {
    this.#begin()
    this.#shown.hide(match)
  }

  async isShown(match: string): Promise<boolean> {
    this.#begin()
    return this.#shown.has(match)
  }

  async listShown(query: ShownQuery): Promise<ListedMatch[]> {
    this.#begin()
    return structuredClone(this.#shown.list(query))
  }

  async claimShown(limit: number, everyMs: number): Promise<string[]> {
    return this.#shown.claim(limit, everyMs, this.#begin())
  }

  async renewOnline(players: readonly PlayerRef[], ttlMs: number): Promise<void> {
    this.#online.renew(players, this.#begin(), ttlMs)
  }

  async onlinePlayer(id: string): Promise<PlayerRef | null> {
    return this.#online.get(id, this.#begin())
  }

  async onlinePlayers(limit: number, after = ''): Promise<OnlinePlayers> {
    return this.#online.page(limit, after, this.#begin())
  }

  subscribe(subscriber: LobbySubscriber): void {
    this.#subscriber.subscribe(subscriber)
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  /**
   * The time of a transaction that begins, after the removal of expired tickets and challenges.
   * @throws CodedError `unavailable` once closed.
   */
  #begin(): number {
    if (this.#closed) throw unavailable(new Error('the store is closed'))
    const now = this.#clock()
    for (const ticket of this.#tickets.expired(now)) this.#remove(ticket, 'gone')
    for (const challenge of this.#challenges.expired(now)) {
      this.#challenges.delete(challenge.id)
      this.#publish({ type: 'challenge-closed', challenge, reason: 'expired' })
    }
    return now
  }

  #remove(ticket: Ticket, reason: LeaveReason): void {
    this.#tickets.delete(ticket.player.id)
    this.#publish({ type: 'left', ticket, reason })
  }

  #status(player: string): PlayerStatus {
    return structuredClone({
      ticket: this.#tickets.get(player),
      pairing: this.#pairings.of(player),
      found: this.#matches.found(player),
      playing: this.#matches.playing(player),
    })
  }

  #publish(news: LobbyNews): void {
    this.#subscriber.news(structuredClone(news))
  }
}
