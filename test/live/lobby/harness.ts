import { randomBytes } from 'node:crypto'
import type {
  LobbyNews,
  LobbyStores,
  LobbySubscriber,
  Pairing,
  PairingStore,
  QueueStore,
  StoredChallenge,
  TableRequest,
} from '../../../src/live/index.ts'
import { pairWaiting } from '../../../src/lobby/pairer.ts'
import type { PairingRules } from '../../../src/lobby/pairing.ts'
import type { MatchHeader } from '../../../src/record/index.ts'
import { newPlayer } from '../../support/players.ts'

/** One node of a lobby: its stores, and a record of the news that the stores published. */
export interface LobbyNode extends LobbyStores {
  recorder: NewsRecorder
}

export interface LobbyHarness {
  /** A node on the data that all nodes share; the same one each time where there can be only one. */
  node: () => Promise<LobbyNode>
  /** Moves the store's time forward, where a test can move it; elsewhere it passes by itself. */
  pass: (ms: number) => void
}

/** For `expect.poll`: generous, as a loaded machine may be slow. */
export const PATIENTLY = { timeout: 60_000, interval: 10 }

export const LONG = 3_600_000
export const SHORT = 300
/** Long enough for a few steps. */
export const WHILE = 2_000

/** The stores of a node whose news is recorded. */
export function recorded(stores: LobbyStores): LobbyNode {
  const recorder = new NewsRecorder()
  stores.news.subscribe(recorder)
  return { ...stores, recorder }
}

/** Records the news of the stores. */
export class NewsRecorder implements LobbySubscriber {
  interruptions = 0
  readonly #players = new Map<string, string[]>()
  readonly #tables: string[] = []

  news(news: LobbyNews): void {
    switch (news.type) {
      case 'joined':
        this.of(news.ticket.player.id).push(`joined ${news.ticket.pool}`)
        break
      case 'left':
        this.of(news.ticket.player.id).push(`${news.reason} ${news.ticket.pool}`)
        break
      case 'matched':
        for (const player of playersOf(news.pairing)) {
          const twin = news.twin === undefined ? '' : ` ${news.twin}`
          this.of(player).push(`matched ${news.pairing.pool} ${news.match}${twin}`)
        }
        break
      case 'started':
        for (const player of news.players) this.of(player).push(`started ${news.match}`)
        break
      case 'told':
        for (const player of news.players ?? []) this.of(player).push(`told ${news.event.event}`)
        break
      case 'challenged':
        this.#ofChallenge(news.challenge, 'challenged')
        break
      case 'challenge-closed':
        this.#ofChallenge(news.challenge, news.reason, news.match)
        break
      case 'opened':
        this.#tables.push(`opened ${news.table.match}`)
        break
      case 'closed':
        this.#tables.push(`closed ${news.match}`)
        break
    }
  }

  #ofChallenge({ id, from, to }: StoredChallenge, what: string, match?: string): void {
    const words = [what, id, ...(match === undefined ? [] : [match])]
    for (const player of [from, to]) this.of(player.id).push(words.join(' '))
  }

  interrupted(): void {
    this.interruptions += 1
  }

  /** The news about a player, in the order of its arrival. */
  of(player: string): string[] {
    const recorded = this.#players.get(player) ?? []
    this.#players.set(player, recorded)
    return recorded
  }

  /** The news about a table, in the order of its arrival. */
  ofTable(match: string): string[] {
    return this.#tables.filter((recorded) => recorded.endsWith(match))
  }
}

export const newId = (): string => randomBytes(12).toString('base64url')

/** A pool that no other test uses. */
export const newPool = (): string => `pool.${newId()}`

/** Any two players may be paired at once. */
export const ANYBODY: PairingRules = {
  window: { first: 0, step: 0, everyMs: LONG, openAfterMs: 0 },
  againAfterMs: LONG,
}

/** Two players may be paired if their ratings are at most so far apart, however long they wait. */
export const within = (first: number): PairingRules => ({
  window: { first, step: 0, everyMs: LONG, openAfterMs: 1e15 },
  againAfterMs: 1e15,
})

/** Lets a new player wait. Resolves with the player's id. */
export async function waitingIn(queue: QueueStore, pool: string, rating = 1500, ttlMs = LONG): Promise<string> {
  const player = newPlayer('Ada')
  await queue.join({ player, pool, rating }, ttlMs, true)
  return player.id
}

/** Runs the pairing rule once in a pool, as every node does. By default, it pairs any two players. */
export const pairIn = (pairings: PairingStore, pool: string, rules = ANYBODY, leaseMs = LONG): Promise<Pairing[]> =>
  pairWaiting(pairings, pool, rules, leaseMs)

/** A pairing of two new players in a new pool. */
export async function aPairing(
  { queue, pairings }: Pick<LobbyStores, 'queue' | 'pairings'>,
  leaseMs = LONG,
): Promise<{ pairing: Pairing; players: [string, string] }> {
  const pool = newPool()
  await waitingIn(queue, pool)
  await waitingIn(queue, pool)
  const [pairing] = await pairIn(pairings, pool, ANYBODY, leaseMs)
  if (!pairing) throw new Error('no pairing was created')
  return { pairing, players: playersOf(pairing) }
}

/** The two players of a pairing. */
export const playersOf = ({ tickets }: Pairing): [string, string] =>
  tickets.map(({ player }) => player.id) as [string, string]

/** The players of each pair, in any order. */
export const pairsOf = (pairings: Pairing[]): string[][] => pairings.map((pairing) => playersOf(pairing).sort()).sort()

/** Completes pairings, each with a new match of another kind than real-time. */
export async function complete(pairings: PairingStore, created: readonly Pairing[]): Promise<void> {
  for (const { id } of created) await pairings.complete(id, newId(), false)
}

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

/** A table of a new player, or of a given host. */
export function aTable(host = newPlayer('Ada')): TableRequest {
  return {
    match: newId(),
    host,
    rating: { rating: 1612.5, deviation: 80, provisional: false, games: 31 },
    seat: 1,
    options: { agora: true, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' },
    terms: { clock: 'blitz', rated: true, visibility: 'public' },
  }
}
