import { randomBytes } from 'node:crypto'
import type { LeftBecause, LobbyListener, LobbyStore, Pairing, PairingRules, Table, Ticket } from '../../../src/live/index.ts'
import type { MatchHeader } from '../../../src/record/index.ts'
import { newPlayer } from '../../support/players.ts'

/** One node of a lobby: the store as it sees it, and all that it was told. */
export interface LobbyNode {
  store: LobbyStore
  heard: LobbyHeard
}

export interface LobbyHarness {
  /** A node on the data that all nodes share; the same one each time where there can be but one. The harness closes it. */
  node: () => Promise<LobbyNode>
  /** Lets the store's time go by, if it can be moved; else it goes by itself. */
  pass: (ms: number) => void
}

/** For `expect.poll`: generous, as a loaded machine may be slow. */
export const PATIENTLY = { timeout: 60_000, interval: 10 }

export const LONG = 3_600_000
export const SHORT = 300
/** Long enough to do something in. */
export const WHILE = 2_000

/** Remembers what a store tells. */
export class LobbyHeard implements LobbyListener {
  interruptions = 0
  readonly #players = new Map<string, string[]>()
  readonly #tables: string[] = []

  joined({ player, pool }: Ticket): void {
    this.of(player.id).push(`joined ${pool}`)
  }

  left({ player, pool }: Ticket, because: LeftBecause): void {
    this.of(player.id).push(`${because} ${pool}`)
  }

  matched({ tickets, pool }: Pairing, match: string): void {
    for (const { player } of tickets) this.of(player.id).push(`matched ${pool} ${match}`)
  }

  opened({ match }: Table): void {
    this.#tables.push(`opened ${match}`)
  }

  closed(match: string): void {
    this.#tables.push(`closed ${match}`)
  }

  interrupted(): void {
    this.interruptions += 1
  }

  /** What was told of a player, as it came. */
  of(player: string): string[] {
    const told = this.#players.get(player) ?? []
    this.#players.set(player, told)
    return told
  }

  /** What was told of a table, as it came. */
  ofTable(match: string): string[] {
    return this.#tables.filter((told) => told.endsWith(match))
  }
}

export const newId = (): string => randomBytes(12).toString('base64url')

/** A pool that no other test uses. */
export const newPool = (): string => `pool.${newId()}`

/** Any two are paired at once. */
export const ANYBODY: PairingRules = { window: { first: 0, step: 0, everyMs: LONG, openAfterMs: 0 }, againAfterMs: LONG }

/** Only who is at most so far away, however long it takes. */
export const within = (first: number): PairingRules => ({
  window: { first, step: 0, everyMs: LONG, openAfterMs: 1e15 },
  againAfterMs: 1e15,
})

/** Lets somebody new wait; his id. */
export async function waitingIn(store: LobbyStore, pool: string, rating = 1500, keepMs = LONG): Promise<string> {
  const player = newPlayer('Ada')
  await store.join(player, pool, rating, keepMs, true)
  return player.id
}

/** Two players who were just picked for each other. */
export async function aPairing(store: LobbyStore, leaseMs = LONG): Promise<{ pairing: Pairing; players: [string, string] }> {
  const pool = newPool()
  await waitingIn(store, pool)
  await waitingIn(store, pool)
  const [pairing] = await store.pair(pool, ANYBODY, leaseMs)
  if (!pairing) throw new Error('nobody was paired')
  return { pairing, players: playersOf(pairing) }
}

export const playersOf = ({ tickets }: Pairing): [string, string] => [tickets[0].player.id, tickets[1].player.id]

/** The players of pairs, in any order. */
export const pairsOf = (pairings: Pairing[]): string[][] => pairings.map((pairing) => playersOf(pairing).sort()).sort()

export const aHeader = (id = newId()): MatchHeader => ({
  id,
  code: newId().slice(0, 8),
  options: { agora: false, wonders: 'draft', tiedPawn: 'chooses' },
  rules: '1',
  seed: newId(),
  seedHash: newId(),
  host: { seat: 0, player: newPlayer('Ada') },
  terms: { clock: 'blitz', rated: true, visibility: 'public' },
  origin: 'queue',
})

export const CODE = 'ABCDEFGH'

/** A table of somebody new, or of a host. */
export function aTable(host = newPlayer('Ada')): Omit<Table, 'code' | 'createdAt'> {
  return {
    match: newId(),
    host,
    rating: { rating: 1612.5, deviation: 80, provisional: false, games: 31 },
    seat: 1,
    options: { agora: true, wonders: 'draft', tiedPawn: 'chooses' },
    terms: { clock: 'blitz', rated: true, visibility: 'public' },
  }
}
