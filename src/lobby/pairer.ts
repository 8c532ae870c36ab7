import type { Logger } from 'pino'
import type { LobbyStore, Pairing } from '../live/index.ts'
import { newHeader } from '../matches/index.ts'
import { DEFAULT_GAME_OPTIONS } from '../protocol/index.ts'
import type { MatchTerms, Pool } from '../protocol/index.ts'
import { logFailure } from './failures.ts'
import type { LobbyMatches } from './matches.ts'
import { isRealTime, POOL_IDS, poolOf, rulesOf } from './pools.ts'
import { forEach, Tasks } from './tasks.ts'
import type { LobbyTimes } from './times.ts'

/** Matches that this node makes at once, and pairings of others that it takes over in one look. */
const AT_ONCE = 16
const MOST_CLAIMED = 100

/** Pairs those who wait, and makes their matches. Every node does, at any moment: each step can be repeated. */
export class Pairer {
  readonly #store: LobbyStore
  readonly #matches: LobbyMatches
  readonly #leaseMs: number
  readonly #logger: Logger
  readonly #tasks: Tasks
  /** Pools that are being paired, and whether they are to be once more after that. */
  readonly #pairing = new Map<string, { again: boolean }>()
  #looking = false
  #closed = false

  constructor(store: LobbyStore, matches: LobbyMatches, logger: Logger, { lease }: Pick<LobbyTimes, 'lease'>) {
    this.#store = store
    this.#matches = matches
    this.#leaseMs = lease
    this.#logger = logger
    this.#tasks = new Tasks((error) => this.#failed(error))
  }

  /** Somebody new waits in a pool. */
  nudge(pool: string): void {
    const running = this.#pairing.get(pool)
    if (running) running.again = true
    else if (!this.#closed) this.#tasks.start(this.#pair(pool))
  }

  async #pair(pool: string): Promise<void> {
    const run = { again: true }
    this.#pairing.set(pool, run)
    try {
      while (run.again && !this.#closed) {
        run.again = false
        const made = await this.#store.pair(pool, rulesOf(poolOf(pool)), this.#leaseMs)
        if (made.length > 0) this.#tasks.start(this.#finishAll(made))
      }
    } finally {
      this.#pairing.delete(pool)
    }
  }

  /** Pairs whoever suits by now, and makes the matches that another node has not. */
  look(): void {
    if (this.#looking || this.#closed) return
    this.#looking = true
    this.#tasks.start(this.#look().finally(() => (this.#looking = false)))
  }

  async #look(): Promise<void> {
    const crowds = await this.#store.crowds(POOL_IDS)
    for (const [index, { waiting }] of crowds.entries()) if (waiting > 1) this.nudge(POOL_IDS[index]!)
    await this.#finishAll(await this.#store.claimPairings(MOST_CLAIMED, this.#leaseMs))
  }

  /** Those that fail are left to whoever claims them next. */
  #finishAll(pairings: Pairing[]): Promise<void> {
    return forEach(pairings, AT_ONCE, (pairing) => this.finish(pairing).catch((error: unknown) => this.#failed(error)))
  }

  #failed(error: unknown): void {
    logFailure(this.#logger, error, 'players could not be paired; it is tried again')
  }

  /** Makes the match of a pairing, whoever else does so, too. @throws CodedError `unavailable`; it can be done again. */
  async finish(pairing: Pairing): Promise<void> {
    const pool = poolOf(pairing.pool)
    const [{ player: host }, { player: guest }] = pairing.tickets
    const { kind } = pool
    const options = DEFAULT_GAME_OPTIONS
    const proposed = newHeader({ host, seat: 'random', kind, options, terms: termsOf(pool), origin: 'queue' })
    const header = await this.#store.propose(pairing.id, proposed)
    if (!header) return
    await this.#matches.open(header, guest)
    await this.#store.settle(pairing.id, header.id, isRealTime(pool))
  }

  /** Begins nothing more. Resolves when what was begun is done. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#tasks.ended()
  }
}

const termsOf = ({ clock, rated }: Pool): MatchTerms => ({ clock, rated, visibility: 'public' })
