import type { Found, LobbyNews, PlayerStatus, PoolStats, QueueStore, Ticket } from '../live/index.ts'
import type { RatedPlayers } from '../matches/index.ts'
import type { PlayerRef, Pool, PoolsAnswer, QueueAnswer, QueueJoinRequest, QueueLeft } from '../protocol/index.ts'
import { CodedError, engineRatingKind, playerRef, ratingKind } from '../protocol/index.ts'
import type { LadderTerms } from './ladder.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'
import type { Pairer } from './pairer.ts'
import type { PoolUses } from './pool-uses.ts'
import { isExclusive, isOfEngines, poolId, poolOf, poolsWith } from './pools.ts'
import type { QueueNews, QueueSubscriber } from './queue-news.ts'
import { RetainedTickets } from './retained-tickets.ts'
import type { LobbyTimes } from './times.ts'

export interface QueueParts {
  store: QueueStore
  matches: LobbyMatches
  pairer: Pairer
  uses: PoolUses
  rated: RatedPlayers
  ratingOf: RatingOf
  /** Whether the server plays bots. */
  playsBots: boolean
  ladder: LadderTerms
  /** @throws CodedError `paused` while no new matches can begin. */
  requireOpen: () => void
  times: LobbyTimes
}

/** How many waits must be known before an expected wait is given. */
const ENOUGH_WAITS = 5
/** How often a command is tried again because the status of the player changed during it. */
const ATTEMPTS = 5

/**
 * The players who wait for any opponent, each in one pool at most. All methods that return a promise throw CodedError
 * `unavailable` while the store does not answer.
 */
export class Queue {
  readonly #parts: QueueParts
  readonly #subscribers = new Set<QueueSubscriber>()
  readonly #retained = new RetainedTickets()

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /**
   * Lets a player wait in a pool; they leave the pool in which they waited before. A repeated call, from whichever
   * device, changes nothing but the bot that the player accepts. If the player has a match of this pool by then, the answer is that match.
   * @throws CodedError `paused`; `already-playing`, with details.match, if the pool is for real-time matches and the player has
   * another real-time match; `not-for-bots` in a pool of people; `no-ladder`, `not-for-people` in one of the ladder; `account-needed` for a guest in a rated pool; `cooling-down` for a player who has left several rated matches early; `no-bots` if the player accepts one and the server plays none.
   */
  async join(player: PlayerRef, { bot, ...asked }: QueueJoinRequest): Promise<QueueAnswer> {
    const { store, pairer, rated, ratingOf, playsBots, ladder, requireOpen, times } = this.#parts
    const pool: Pool = { ...asked, rated: isOfEngines(asked) || asked.rated === true }
    requireOpen()
    requirePlaceFor(player, pool, ladder)
    await rated.requireAccounts(pool, player)
    await rated.requireReady(player)
    if (bot && !playsBots) throw new CodedError('no-bots')
    const id = poolId(pool)
    const { id: playerId, name } = player
    const compared = isOfEngines(pool) ? engineRatingKind(pool.kind) : ratingKind(pool.kind, pool.clock, false)!
    const { rating } = await ratingOf(playerId, compared)
    const owner = isOfEngines(pool) ? await ladder.ownerOf(playerId) : null
    const wanted = {
      player: playerRef(playerId, name, player.bot === true),
      pool: id,
      rating,
      ...(owner !== null && { owner }),
      ...(bot && { bot }),
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const status = await store.join(wanted, times.ticketTtl, isExclusive(pool))
      if (status.pairing) {
        await pairer.complete(status.pairing)
        return this.status(player.id)
      }
      if (status.ticket?.pool === id) {
        pairer.startRun(id)
        return this.#waiting(status.ticket)
      }
      const match = await this.#playing(player.id, status)
      if (match === null) continue
      if (status.found?.match === match && status.found.pool === id) return { status: 'matched', match, pool }
      throw new CodedError('already-playing', undefined, { match })
    }
    throw new CodedError('unavailable')
  }

  /** The status of a player. If the player waits, the call renews the ticket. */
  async status(player: string): Promise<QueueAnswer> {
    const { store, pairer, times } = this.#parts
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [status] = await Promise.all([store.status(player), store.renew([player], times.ticketTtl)])
      if (status.ticket) return this.#waiting(status.ticket)
      if (!status.pairing) return this.#matched(player, status)
      await pairer.complete(status.pairing)
    }
    throw new CodedError('unavailable')
  }

  /** Removes a player from the queue. If the player was paired just before, the answer is the match. */
  async leave(player: string): Promise<QueueAnswer> {
    const ticket = await this.#parts.store.leave(player)
    return ticket ? { status: 'idle' } : this.status(player)
  }

  /** The figures of every pool. */
  async pools(): Promise<PoolsAnswer> {
    const { ladder, store, uses } = this.#parts
    const pools = poolsWith(ladder.places)
    const [stats, used] = await Promise.all([store.stats(pools.map(poolId)), uses.used()])
    const isUsed = (pool: Pool, { waiting, waits }: PoolStats): boolean =>
      waiting > 0 || waits.length > 0 || used?.has(poolId(pool)) === true
    return {
      pools: pools.map((pool, index) => ({
        pool,
        ...statsAnswer(stats[index]!),
        ...(used && !isOfEngines(pool) && { used: isUsed(pool, stats[index]!) }),
      })),
    }
  }

  async #waiting({ pool, since, bot }: Ticket): Promise<QueueAnswer> {
    const [stats] = await this.#parts.store.stats([pool])
    return { status: 'waiting', pool: poolOf(pool), since, ...(bot && { bot }), ...statsAnswer(stats!) }
  }

  async #matched(player: string, status: PlayerStatus): Promise<QueueAnswer> {
    const { store, matches } = this.#parts
    const { found } = status
    if (found) {
      const { match, twin, pool } = found
      const isOver = (await matches.isOver(match)) && (twin === undefined || (await matches.isOver(twin)))
      if (!isOver) return { status: 'matched', match, ...(twin !== undefined && { twin }), pool: poolOf(pool) }
      await store.matchEnded(match, [player])
    }
    const match = await this.#playing(player, status)
    return match === null ? { status: 'idle' } : { status: 'matched', match }
  }

  /**
   * A real-time match of a player that has not ended. The store learns of the others, whose end no node has reported.
   */
  async #playing(player: string, { playing }: PlayerStatus): Promise<string | null> {
    const { store, matches } = this.#parts
    for (const match of playing) {
      if (!(await matches.isOver(match))) return match
      await store.matchEnded(match, [player])
    }
    return null
  }

  // Players who wait with a connection ------------------------------------------------------------------------------

  subscribe(subscriber: QueueSubscriber): void {
    this.#subscribers.add(subscriber)
  }

  /** Renews the ticket of a player who waits in a pool as long as a connection, the holder, retains it. */
  retain(player: string, pool: Pool, holder: object): void {
    this.#retained.retain(player, poolId(pool), holder)
  }

  /** Without another holder, the ticket expires after the usual grace. */
  release(player: string, holder: object): void {
    this.#retained.release(player, holder)
  }

  /** Renews the retained tickets. Notifies the players who no longer wait, but whose news this node has missed. */
  async renew(): Promise<void> {
    if (this.#retained.size === 0) return
    const { store, times } = this.#parts
    for (const player of await store.renew(this.#retained.players(), times.ticketTtl)) await this.#reconcile(player)
  }

  async #reconcile(player: string): Promise<void> {
    const { ticket, pairing, found } = await this.#parts.store.status(player)
    const pool = this.#retained.poolOf(player)
    if (ticket || pairing || pool === undefined) return
    if (found) this.#notifyMatched(player, found)
    else this.#notifyLeft(player, pool, 'gone')
  }

  // News ------------------------------------------------------------------------------------------------------------

  /** Takes the news of the store. */
  news(news: LobbyNews): void {
    switch (news.type) {
      case 'joined':
        return this.#notifyJoined(news.ticket)
      case 'left':
        return this.#notifyLeft(news.ticket.player.id, news.ticket.pool, news.reason)
      case 'matched':
        for (const { player, pool } of news.pairing.tickets) this.#notifyMatched(player.id, { ...news, pool })
        return
      default:
      // The rest is about tables.
    }
  }

  #notifyJoined({ player: { id }, pool, since, bot }: Ticket): void {
    this.#retained.move(id, pool)
    this.#notify({ type: 'joined', player: id, payload: { pool: poolOf(pool), since, ...(bot && { bot }) } })
  }

  #notifyLeft(player: string, pool: string, reason: QueueLeft['reason']): void {
    this.#retained.delete(player)
    this.#notify({ type: 'left', player, payload: { pool: poolOf(pool), reason } })
  }

  #notifyMatched(player: string, { match, twin, pool }: Found): void {
    this.#retained.delete(player)
    const payload = { match, ...(twin !== undefined && { twin }), pool: poolOf(pool) }
    this.#notify({ type: 'matched', player, payload })
  }

  #notify(news: QueueNews): void {
    for (const subscriber of this.#subscribers) subscriber.news(news)
  }
}

/**
 * Requires that a player may wait in a pool: people for people, and bot accounts for the ladder, if there is one.
 * @throws CodedError `not-for-bots`, `no-ladder`, `not-for-people`.
 */
function requirePlaceFor({ bot }: PlayerRef, pool: Pool, { places }: LadderTerms): void {
  if (!isOfEngines(pool)) {
    if (bot) throw new CodedError('not-for-bots')
    return
  }
  if (places === 0) throw new CodedError('no-ladder')
  if (!bot) throw new CodedError('not-for-people')
}

/** The expected wait is the median: a single player who waited for very long says little. */
function statsAnswer({ waiting, waits }: PoolStats): { waiting: number; expectedWaitMs?: number } {
  const sorted = [...waits].sort((a, b) => a - b)
  if (sorted.length < ENOUGH_WAITS) return { waiting }
  return { waiting, expectedWaitMs: sorted[Math.floor(sorted.length / 2)]! }
}
