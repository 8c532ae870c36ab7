import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { PlayerRef } from '../../protocol/index.ts'
import type { MatchHeader } from '../../record/index.ts'
import { LOBBY_KEEPS, PAIRING_BOUNDS } from '../lobby-port.ts'
import type {
  Crowd, LeftBecause, LobbyListener, LobbyStore, Online, Pairing, PairingRules, Standing, Table, Ticket,
} from '../lobby-port.ts'
import { unavailable } from '../unavailable.ts'
import { Expiring } from './expiring.ts'
import { pairUp } from './pairing.ts'

export interface EmbeddedLobbyOptions {
  /** The store's time, in ms since 1970. */
  clock?: () => number
  log?: Logger
}

/**
 * Those who look for each other, in the memory of this process, for a single node: with the process all connections end, and
 * nobody waits any more who does not say so again. What it forgets then are open tables, whose matches can still be joined by
 * their codes, and who was in a real-time match.
 */
export function openEmbeddedLobby(options: EmbeddedLobbyOptions = {}): LobbyStore {
  return new EmbeddedLobby(options)
}

interface KeptPairing {
  pairing: Pairing
  header: MatchHeader | null
  leasedUntil: number
}

interface KeptTable {
  /** With a code once it is public. */
  table: Table
  /** When somebody is to look after it. */
  due: number
}

class EmbeddedLobby implements LobbyStore {
  /** By player, until when he is connected. */
  readonly #online = new Map<string, { player: PlayerRef; until: number }>()
  readonly #clock: () => number
  readonly #log: Logger | undefined
  /** By player. Their order is that of waiting. */
  readonly #tickets = new Map<string, { ticket: Ticket; until: number }>()
  readonly #pairings = new Map<string, KeptPairing>()
  /** By player. */
  readonly #paired = new Map<string, string>()
  readonly #found: Expiring<{ match: string; pool: string }>
  readonly #opponents: Expiring<string>
  /** By player, his matches, oldest first. */
  readonly #playing: Expiring<string[]>
  readonly #waits = new Map<string, Expiring<number[]>>()
  /** By match, oldest first. */
  readonly #tables = new Map<string, KeptTable>()
  #listener: LobbyListener | null = null
  #closed = false

  constructor({ clock = Date.now, log }: EmbeddedLobbyOptions) {
    this.#clock = clock
    this.#log = log
    this.#found = new Expiring(LOBBY_KEEPS.foundMs, clock)
    this.#opponents = new Expiring(LOBBY_KEEPS.opponentMs, clock)
    this.#playing = new Expiring(LOBBY_KEEPS.playingMs, clock)
  }

  async join({ id, name }: PlayerRef, pool: string, rating: number, keepMs: number, realTime: boolean): Promise<Standing> {
    const now = this.#begin()
    const waiting = this.#tickets.get(id)
    if (this.#paired.has(id) || (realTime && (this.#playing.get(id) ?? []).length > 0)) return this.#standing(id)
    if (waiting?.ticket.pool === pool) {
      waiting.until = Math.max(waiting.until, now + keepMs)
    } else {
      const ticket: Ticket = { player: { id, name }, pool, rating, since: now }
      this.#tickets.delete(id)
      this.#tickets.set(id, { ticket, until: now + keepMs })
      this.#tell((listener) => listener.joined(ticket))
    }
    this.#found.delete(id)
    return this.#standing(id)
  }

  async keep(players: string[], keepMs: number): Promise<string[]> {
    const now = this.#begin()
    return players.filter((player) => {
      const waiting = this.#tickets.get(player)
      if (waiting) waiting.until = Math.max(waiting.until, now + keepMs)
      return !waiting
    })
  }

  async leave(player: string): Promise<Ticket | null> {
    this.#begin()
    return this.#take(player, 'left')
  }

  async standing(player: string): Promise<Standing> {
    this.#begin()
    return this.#standing(player)
  }

  async crowds(pools: readonly string[]): Promise<Crowd[]> {
    this.#begin()
    const waiting = new Map<string, number>()
    for (const { ticket } of this.#tickets.values()) waiting.set(ticket.pool, (waiting.get(ticket.pool) ?? 0) + 1)
    return pools.map((pool) => ({ waiting: waiting.get(pool) ?? 0, waits: [...(this.#waits.get(pool)?.get(pool) ?? [])] }))
  }

  async pair(pool: string, rules: PairingRules, leaseMs: number): Promise<Pairing[]> {
    const now = this.#begin()
    const tickets = [...this.#tickets.values()].map(({ ticket }) => ticket).filter((ticket) => ticket.pool === pool)
    const pairs = pairUp(tickets.slice(0, PAIRING_BOUNDS.tickets), rules, now, (player) => this.#opponents.get(player))
    return pairs.map((pair) => {
      const pairing: Pairing = { id: randomBytes(12).toString('base64url'), pool, at: now, tickets: pair }
      const [one, other] = [pair[0].player.id, pair[1].player.id]
      this.#pairings.set(pairing.id, { pairing, header: null, leasedUntil: now + leaseMs })
      for (const player of [one, other]) {
        this.#tickets.delete(player)
        this.#paired.set(player, pairing.id)
      }
      this.#opponents.set(one, other)
      this.#opponents.set(other, one)
      this.#addWaits(pool, pair.map(({ since }) => now - since))
      return structuredClone(pairing)
    })
  }

  #addWaits(pool: string, waited: number[]): void {
    const waits = this.#waits.get(pool) ?? new Expiring<number[]>(LOBBY_KEEPS.waitsMs, this.#clock)
    this.#waits.set(pool, waits)
    waits.set(pool, [...waited.reverse(), ...(waits.get(pool) ?? [])].slice(0, LOBBY_KEEPS.waits))
  }

  async greet(players: PlayerRef[], keepMs: number): Promise<void> {
    const until = this.#begin() + keepMs
    for (const { id, name } of players) {
      this.#online.set(id, { player: { id, name }, until: Math.max(until, this.#online.get(id)?.until ?? 0) })
    }
  }

  async online(limit: number, after = ''): Promise<Online> {
    const now = this.#begin()
    for (const [id, { until }] of this.#online) if (until <= now) this.#online.delete(id)
    const all = [...this.#online.values()].map(({ player }) => player).sort((a, b) => (a.id < b.id ? -1 : 1))
    return { count: all.length, players: all.filter(({ id }) => id > after).slice(0, limit) }
  }

  async claimPairings(limit: number, leaseMs: number): Promise<Pairing[]> {
    const now = this.#begin()
    const due = [...this.#pairings.values()].filter(({ leasedUntil }) => leasedUntil <= now).slice(0, limit)
    const old = due.filter(({ pairing }) => pairing.at + LOBBY_KEEPS.pairingMs <= now)
    for (const { pairing } of old) {
      this.#drop(pairing)
      for (const ticket of pairing.tickets) this.#tell((listener) => listener.left(ticket, 'failed'))
    }
    const claimed = due.filter((kept) => !old.includes(kept))
    for (const kept of claimed) kept.leasedUntil = now + leaseMs
    return claimed.map(({ pairing }) => structuredClone(pairing))
  }

  async propose(pairing: string, header: MatchHeader): Promise<MatchHeader | null> {
    this.#begin()
    const kept = this.#pairings.get(pairing)
    return kept ? structuredClone((kept.header ??= structuredClone(header))) : null
  }

  async settle(id: string, match: string, realTime: boolean): Promise<void> {
    this.#begin()
    const pairing = this.#pairings.get(id)?.pairing
    if (!pairing) return
    this.#drop(pairing)
    for (const { player } of pairing.tickets) {
      this.#found.set(player.id, { match, pool: pairing.pool })
      if (realTime) this.#plays(player.id, match)
    }
    this.#tell((listener) => listener.matched(pairing, match))
  }

  #drop({ id, tickets }: Pairing): void {
    this.#pairings.delete(id)
    for (const { player } of tickets) this.#paired.delete(player.id)
  }

  async began(match: string, players: string[]): Promise<void> {
    this.#begin()
    for (const player of players) {
      this.#plays(player, match)
      this.#take(player, 'playing')
    }
  }

  #plays(player: string, match: string): void {
    this.#playing.set(player, [...(this.#playing.get(player) ?? []).filter((other) => other !== match), match])
  }

  async over(match: string, players: string[]): Promise<void> {
    this.#begin()
    for (const player of players) {
      const left = (this.#playing.get(player) ?? []).filter((other) => other !== match)
      if (left.length > 0) this.#playing.set(player, left)
      else this.#playing.delete(player)
      if (this.#found.get(player)?.match === match) this.#found.delete(player)
    }
  }

  async reserveTable(table: Omit<Table, 'code' | 'createdAt'>, most: number): Promise<boolean> {
    const now = this.#begin()
    if (this.#tables.has(table.match)) return true
    const others = [...this.#tables.values()].filter((kept) => kept.table.host.id === table.host.id)
    if (others.length >= most) return false
    this.#tables.set(table.match, { table: structuredClone({ ...table, createdAt: now }), due: now })
    return true
  }

  async openTable(match: string, code: string): Promise<void> {
    this.#begin()
    const table = this.#tables.get(match)?.table
    if (!table || table.code !== undefined) return
    table.code = code
    this.#tell((listener) => listener.opened(structuredClone(table)))
  }

  async closeTable(match: string): Promise<void> {
    this.#begin()
    const table = this.#tables.get(match)?.table
    this.#tables.delete(match)
    if (table?.code !== undefined) this.#tell((listener) => listener.closed(match))
  }

  async tables(limit: number): Promise<Table[]> {
    this.#begin()
    const open = [...this.#tables.values()].map(({ table }) => table).filter(({ code }) => code !== undefined)
    return structuredClone(open.reverse().slice(0, limit))
  }

  async claimTables(limit: number, everyMs: number): Promise<Table[]> {
    const now = this.#begin()
    const due = [...this.#tables.values()].filter((kept) => kept.due + everyMs <= now).slice(0, limit)
    for (const kept of due) kept.due = now
    return structuredClone(due.map(({ table }) => table))
  }

  listen(listener: LobbyListener): void {
    if (this.#listener) throw new Error('the store has a listener')
    this.#listener = listener
  }

  async close(): Promise<void> {
    this.#closed = true
  }

  /** The time of this step, after what has expired by then is taken away. @throws CodedError `unavailable` once closed. */
  #begin(): number {
    if (this.#closed) throw unavailable(new Error('the store is closed'))
    const now = this.#clock()
    for (const [player, { until }] of this.#tickets) if (until <= now) this.#take(player, 'gone')
    return now
  }

  #take(player: string, because: LeftBecause): Ticket | null {
    const ticket = this.#tickets.get(player)?.ticket
    if (!ticket) return null
    this.#tickets.delete(player)
    this.#tell((listener) => listener.left(ticket, because))
    return ticket
  }

  #standing(player: string): Standing {
    const pairing = this.#pairings.get(this.#paired.get(player) ?? '')?.pairing
    return structuredClone({
      ticket: this.#tickets.get(player)?.ticket ?? null,
      pairing: pairing ?? null,
      found: this.#found.get(player) ?? null,
      playing: [...(this.#playing.get(player) ?? [])].reverse(),
    })
  }

  /** A fault of the listener is no fault of the step that it is told of. */
  #tell(what: (listener: LobbyListener) => void): void {
    if (!this.#listener) return
    try {
      what(this.#listener)
    } catch (error) {
      this.#log?.error({ err: error }, 'the listener of the lobby store failed')
    }
  }
}
