import type { Logger } from 'pino'
import { newId } from '../ids/index.ts'
import type { Pairing, PairingStore, QueueStore, Ticket } from '../live/index.ts'
import { MOST_PAIRS } from '../live/index.ts'
import type { RatedPlayers } from '../matches/index.ts'
import { newHeader, twinOf } from '../matches/index.ts'
import type { MatchTerms, PlayerRef, Pool } from '../protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, HOUSE_BOTS } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { newSeed } from '../record/index.ts'
import { BackgroundWork, InHand } from '../time/index.ts'
import { pairEngines } from './engine-pairing.ts'
import { logFailure } from './failures.ts'
import type { LobbyMatches } from './matches.ts'
import type { PairingRules } from './pairing.ts'
import { overdue, pairUp } from './pairing.ts'
import { isExclusive, isOfEngines, isRealTime, poolId, poolOf, poolsWith, rulesOf } from './pools.ts'
import { forEach } from './tasks.ts'
import type { LobbyTimes } from './times.ts'

/** Tickets that one run of the pairing rule considers: the oldest ones. */
const MOST_TICKETS = 2_000
/** Matches that are created at once. */
const AT_ONCE = 16
/** Pairings of other nodes that one poll takes over. */
const MOST_CLAIMED = 100

export interface PairerParts {
  queue: Pick<QueueStore, 'stats'>
  pairings: PairingStore
  matches: LobbyMatches
  rated: RatedPlayers
  logger: Logger
  /** How many games of the ladder are in play at once. */
  places: number
  times: Pick<LobbyTimes, 'poll' | 'lease' | 'botAfter'>
}

/**
 * Pairs the players who wait, gives a bot to those who accept one and have waited for long, and creates the matches. Every
 * node does so at any time: each operation may be repeated.
 */
export class Pairer {
  readonly #queue: Pick<QueueStore, 'stats'>
  readonly #pairings: PairingStore
  readonly #matches: LobbyMatches
  readonly #rated: RatedPlayers
  readonly #places: number
  /** The names of the pools that there are. */
  readonly #pools: readonly string[]
  /** The pool that the next poll begins with: all have their turn, where places are scarce. */
  #turn = 0
  readonly #times: PairerParts['times']
  readonly #failed: (error: unknown) => void
  readonly #polls: BackgroundWork
  /** Runs of the pairing rule, by pool. */
  readonly #runs: InHand<string>
  /** What runs have created. */
  readonly #created: InHand<readonly Pairing[]>

  constructor({ queue, pairings, matches, rated, logger, places, times }: PairerParts) {
    const failed = (error: unknown): void => {
      logFailure(logger, error, 'players could not be paired; the lobby tries again')
    }
    this.#queue = queue
    this.#pairings = pairings
    this.#matches = matches
    this.#rated = rated
    this.#places = places
    this.#pools = poolsWith(places).map(poolId)
    this.#times = times
    this.#failed = failed
    this.#runs = new InHand({ work: (pool) => this.#run(pool), failed })
    this.#created = new InHand({ work: (created) => this.#completeAll(created), failed })
    this.#polls = new BackgroundWork({
      round: () => this.#poll(),
      everyMs: times.poll,
      waitsFirst: true,
      failed,
      inHand: this.#runs,
    })
  }

  /** Starts a run of the pairing rule in a pool. During a run: starts another one after it. */
  startRun(pool: string): void {
    void this.#runs.begin(pool)
  }

  async #run(pool: string): Promise<void> {
    const created = isOfEngines(poolOf(pool))
      ? await pairWaitingEngines(this.#pairings, pool, this.#places, this.#times.lease)
      : await this.#pairPeople(pool)
    if (created.length > 0) void this.#created.begin(created)
  }

  #pairPeople(pool: string): Promise<Pairing[]> {
    const rules = { ...rulesOf(poolOf(pool)), botAfterMs: this.#botAfterMs(poolOf(pool)) }
    return pairWaiting(this.#pairings, pool, rules, this.#times.lease)
  }

  /** Pairs the players who suit each other by now, and completes the pairings that other nodes have not completed. */
  async #poll(): Promise<void> {
    const pools = this.#pools
    this.#turn = (this.#turn + 1) % pools.length
    const inTurn = [...pools.slice(this.#turn), ...pools.slice(0, this.#turn)]
    const stats = await this.#queue.stats(inTurn)
    for (const [index, { waiting }] of stats.entries()) if (waiting > 0) this.startRun(inTurn[index]!)
    await this.#completeAll(await this.#pairings.claim(MOST_CLAIMED, this.#times.lease))
  }

  #botAfterMs(pool: Pool): number {
    const { botAfter } = this.#times
    return isRealTime(pool) ? botAfter['real-time'] : botAfter.correspondence
  }

  /** A pairing that cannot be completed is left to the node that claims it next. */
  #completeAll(pairings: readonly Pairing[]): Promise<void> {
    return forEach(pairings, AT_ONCE, (pairing) => this.complete(pairing).catch(this.#failed))
  }

  /**
   * Creates the match of a pairing, or both games of a pair. Other nodes may do the same at the same time: the pairing gets
   * one match, or one pair.
   * @throws CodedError `unavailable`; the call may be repeated.
   */
  async complete(pairing: Pairing): Promise<void> {
    const pool = poolOf(pairing.pool)
    const [{ player: host }] = pairing.tickets
    const { kind } = pool
    const options = DEFAULT_GAME_OPTIONS
    const guest = opponentIn(pairing)
    const [terms, seed] = [termsOf(pairing), newSeed()]
    const match = { host, seed, kind, options, terms }
    const proposed = isOfEngines(pool)
      ? newHeader({ ...match, origin: 'ladder', twin: newId() })
      : newHeader({
          ...match,
          origin: 'queue',
          seating: await this.#rated.seat({ host, guest, kind, terms, seed }),
        })
    const header = await this.#pairings.propose(pairing.id, proposed)
    if (!header) return
    await this.#open(header, guest)
    await this.#pairings.complete(pairing.id, header.id, isExclusive(pool), header.twin)
  }

  async #open(header: MatchHeader, guest: PlayerRef): Promise<void> {
    if (header.twin === undefined) await this.#matches.open(header, guest)
    else await this.#matches.openPair([header, twinOf(header)], guest)
  }

  /** Begins nothing more. Resolves when what was begun is done. */
  async close(): Promise<void> {
    await this.#polls.stop()
    await this.#created.close()
  }
}

/** The opponent of the player who waited longer. @throws Error if a player who is alone accepts no bot. */
function opponentIn({ id, tickets: [own, other] }: Pairing): PlayerRef {
  if (other) return other.player
  if (own.bot) return HOUSE_BOTS[own.bot]
  throw new Error(`pairing ${id} has no opponent`)
}

/**
 * Runs the pairing rule once in a pool. Players for whom it finds nobody get the bot that they accept, after
 * `botAfterMs`. Other nodes may do the same at the same time: the store takes each ticket once.
 * @returns The pairings that this run created, leased to the caller for `leaseMs`.
 * @throws CodedError `unavailable`. Other nodes get the pairings that were created before, when their leases expire.
 */
export async function pairWaiting(
  pairings: Pick<PairingStore, 'waiting' | 'create' | 'createWithBots'>,
  pool: string,
  { botAfterMs = Infinity, ...rules }: PairingRules & { botAfterMs?: number },
  leaseMs: number,
): Promise<Pairing[]> {
  const { candidates, readAt } = await pairings.waiting(pool, MOST_TICKETS)
  const pairs = pairUp(candidates, rules, readAt)
  const paired = new Set(pairs.flat())
  const alone = overdue(candidates, botAfterMs, readAt).filter((ticket) => !paired.has(ticket))
  const created: Pairing[] = []
  for (const some of portionsOf(pairs)) created.push(...(await pairings.create(pool, some, leaseMs)))
  for (const some of portionsOf(alone)) created.push(...(await pairings.createWithBots(pool, some, leaseMs)))
  return created
}

/**
 * Runs the pairing rule of the ladder once in a pool, as `pairWaiting` does for people; at most so many games are in play
 * as it has places.
 */
export async function pairWaitingEngines(
  pairings: Pick<PairingStore, 'waiting' | 'create'>,
  pool: string,
  places: number,
  leaseMs: number,
): Promise<Pairing[]> {
  const { candidates, readAt } = await pairings.waiting(pool, MOST_TICKETS)
  const created: Pairing[] = []
  for (const some of portionsOf(pairEngines(candidates, readAt))) {
    created.push(...(await pairings.create(pool, some, leaseMs, places)))
  }
  return created
}

/** Portions of what one operation of the store takes. */
const portionsOf = <T extends Ticket | readonly Ticket[]>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / MOST_PAIRS) }, (_, index) =>
    items.slice(index * MOST_PAIRS, (index + 1) * MOST_PAIRS),
  )

/** What a pairing agrees on. A match against the bot of the queue is in no public list, as nobody chose that it is. */
function termsOf({ pool, tickets }: Pairing): MatchTerms {
  const { clock, rated } = poolOf(pool)
  return { clock, rated, visibility: tickets.length === 1 ? 'private' : 'public' }
}
