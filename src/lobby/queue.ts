import type { Logger } from 'pino'
import type { Crowd, LeftBecause, LobbyStore, Pairing, Standing, Ticket } from '../live/index.ts'
import { CodedError, ratingKind } from '../protocol/index.ts'
import type { PlayerRef, Pool, PoolsAnswer, QueueAnswer, QueueJoined, QueueLeft, QueueMatched } from '../protocol/index.ts'
import { logFailure } from './failures.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'
import type { Pairer } from './pairer.ts'
import { isRealTime, POOL_IDS, poolId, poolOf, POOLS } from './pools.ts'
import type { LobbyTimes } from './times.ts'

/** Is told of players, on every node: what happens to them in the queue, whoever did it. */
export interface QueueListener {
  joined(player: string, joined: QueueJoined): void
  left(player: string, left: QueueLeft): void
  matched(player: string, matched: QueueMatched): void
}

export interface QueueParts {
  store: LobbyStore
  matches: LobbyMatches
  pairer: Pairer
  ratingOf: RatingOf
  logger: Logger
  times: LobbyTimes
}

/** So many are needed to say how long one waits. */
const ENOUGH_WAITS = 5
/** A player's standing changes in between at most a few times. */
const ATTEMPTS = 5

/**
 * Players who wait for anybody, each in one pool at most. All methods throw CodedError `unavailable` while the store does not
 * answer.
 */
export class Queue {
  readonly #parts: QueueParts
  readonly #listeners = new Set<QueueListener>()
  /** Players who wait with connections here: where, and with how many. */
  readonly #staying = new Map<string, { pool: string; holders: Set<object> }>()
  #beating = false

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /**
   * Lets a player wait in a pool, not in the one before. Joining again is harmless, from wherever; if he has a match by then, of
   * this pool, the answer is that.
   * @throws CodedError `already-playing`, with details.match, when he has another real-time match and the pool is for one, too.
   */
  async join(player: PlayerRef, pool: Pool): Promise<QueueAnswer> {
    const { store, pairer, ratingOf, times } = this.#parts
    const id = poolId(pool)
    const { rating } = await ratingOf(player.id, ratingKind(pool.kind, pool.clock)!)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const standing = await store.join(player, id, rating, times.keep, isRealTime(pool))
      if (standing.pairing) {
        await pairer.finish(standing.pairing)
        return this.status(player.id)
      }
      if (standing.ticket?.pool === id) {
        pairer.nudge(id)
        return this.#waiting(standing.ticket)
      }
      const match = await this.#playing(player.id, standing)
      if (match === null) continue
      if (standing.found?.match === match && standing.found.pool === id) return { status: 'matched', match, pool }
      throw new CodedError('already-playing', undefined, { match })
    }
    throw new CodedError('unavailable')
  }

  /** Where a player stands. If he waits, he goes on to, as if he had said so. */
  async status(player: string): Promise<QueueAnswer> {
    const { store, pairer, times } = this.#parts
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [standing] = await Promise.all([store.standing(player), store.keep([player], times.keep)])
      if (standing.ticket) return this.#waiting(standing.ticket)
      if (!standing.pairing) return this.#matched(player, standing)
      await pairer.finish(standing.pairing)
    }
    throw new CodedError('unavailable')
  }

  /** A player waits no more; if he was paired just before, the answer is the match. */
  async leave(player: string): Promise<QueueAnswer> {
    const ticket = await this.#parts.store.leave(player)
    return ticket ? { status: 'idle' } : this.status(player)
  }

  /** How every pool is doing. */
  async pools(): Promise<PoolsAnswer> {
    const crowds = await this.#parts.store.crowds(POOL_IDS)
    return { pools: POOLS.map((pool, index) => ({ pool, ...crowdAnswer(crowds[index]!) })) }
  }

  async #waiting({ pool, since }: Ticket): Promise<QueueAnswer> {
    const [crowd] = await this.#parts.store.crowds([pool])
    return { status: 'waiting', pool: poolOf(pool), since, ...crowdAnswer(crowd!) }
  }

  async #matched(player: string, standing: Standing): Promise<QueueAnswer> {
    const { store, matches } = this.#parts
    const { found } = standing
    if (found) {
      if (!(await matches.isOver(found.match))) return { status: 'matched', match: found.match, pool: poolOf(found.pool) }
      await store.over(found.match, [player])
    }
    const match = await this.#playing(player, standing)
    return match === null ? { status: 'idle' } : { status: 'matched', match }
  }

  /** A real-time match of a player that is still on. Of others it is noted that they are over, which nobody has said. */
  async #playing(player: string, { playing }: Standing): Promise<string | null> {
    const { store, matches } = this.#parts
    for (const match of playing) {
      if (!(await matches.isOver(match))) return match
      await store.over(match, [player])
    }
    return null
  }

  // Those who wait with a connection ---------------------------------------------------------------------------------

  listen(listener: QueueListener): void {
    this.#listeners.add(listener)
  }

  /** A player who waits in a pool goes on to, as long as somebody holds him, until he waits no more. */
  hold(player: string, pool: Pool, holder: object): void {
    const staying = this.#staying.get(player) ?? { pool: poolId(pool), holders: new Set() }
    this.#staying.set(player, staying)
    staying.pool = poolId(pool)
    staying.holders.add(holder)
  }

  /** He stays for the usual grace, if nobody else holds him. */
  release(player: string, holder: object): void {
    const staying = this.#staying.get(player)
    staying?.holders.delete(holder)
    if (staying?.holders.size === 0) this.#staying.delete(player)
  }

  /** Tells the store who waits here. Who does not wait any more, and was not told, is told now. */
  async beat(): Promise<void> {
    const { store, logger, times } = this.#parts
    if (this.#beating || this.#staying.size === 0) return
    this.#beating = true
    try {
      const absent = await store.keep([...this.#staying.keys()], times.keep)
      for (const player of absent) await this.#reconcile(player)
    } catch (error) {
      logFailure(logger, error, 'the lobby could not be told who waits; it is tried again')
    } finally {
      this.#beating = false
    }
  }

  async #reconcile(player: string): Promise<void> {
    const { ticket, pairing, found } = await this.#parts.store.standing(player)
    const staying = this.#staying.get(player)
    if (ticket || pairing || !staying) return
    if (found) this.#tellMatched(player, found.pool, found.match)
    else this.#tellLeft(player, staying.pool, 'gone')
  }

  // What the store tells ---------------------------------------------------------------------------------------------

  joined({ player: { id }, pool, since }: Ticket): void {
    const staying = this.#staying.get(id)
    if (staying) staying.pool = pool
    for (const listener of this.#listeners) listener.joined(id, { pool: poolOf(pool), since })
  }

  left({ player, pool }: Ticket, because: LeftBecause): void {
    this.#tellLeft(player.id, pool, because)
  }

  matched({ tickets, pool }: Pairing, match: string): void {
    for (const { player } of tickets) this.#tellMatched(player.id, pool, match)
  }

  #tellLeft(player: string, pool: string, reason: LeftBecause): void {
    this.#staying.delete(player)
    for (const listener of this.#listeners) listener.left(player, { pool: poolOf(pool), reason })
  }

  #tellMatched(player: string, pool: string, match: string): void {
    this.#staying.delete(player)
    for (const listener of this.#listeners) listener.matched(player, { match, pool: poolOf(pool) })
  }
}

/** The expected wait is the median: one who waited for very long says little. */
function crowdAnswer({ waiting, waits }: Crowd): { waiting: number; expectedWaitMs?: number } {
  const sorted = [...waits].sort((a, b) => a - b)
  if (sorted.length < ENOUGH_WAITS) return { waiting }
  return { waiting, expectedWaitMs: sorted[Math.floor(sorted.length / 2)]! }
}
