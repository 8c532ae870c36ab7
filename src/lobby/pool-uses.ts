import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { LiveStore, ShownStore } from '../live/index.ts'
import type { GameKind, TimeControlId } from '../protocol/index.ts'
import { GAME_KIND_IDS, poolSchema } from '../protocol/index.ts'
import { within } from '../time/index.ts'
import { poolId } from './pools.ts'
import type { LobbyTimes } from './times.ts'

/** For how long it counts that a game was played (ms). */
const WEEK_MS = 7 * 86_400_000
/** Matches in play of a kind and a clock that are looked at: those that began last. */
const MOST_IN_PLAY = 20

/** What people have played in public games that ended since a time (ms since 1970). @throws CodedError `unavailable` */
export type PlayedSince = (since: number) => Promise<{ kind: GameKind; clock: TimeControlId; rated: boolean }[]>

interface PoolUsesParts {
  shown: Pick<ShownStore, 'list'>
  live: Pick<LiveStore, 'now'>
  playedSince: PlayedSince
  logger: Logger
  times: Pick<LobbyTimes, 'uses' | 'rating'>
}

/** Which pools are used: people play such public games, or have done so within a week. */
export class PoolUses {
  readonly #parts: PoolUsesParts
  readonly #kept: LRUCache<'used', Promise<ReadonlySet<string> | null>>

  constructor(parts: PoolUsesParts) {
    this.#parts = parts
    this.#kept = new LRUCache({ max: 1, ttl: parts.times.uses })
  }

  /** The names of the pools that are used, as they were a moment ago; null if that cannot be read in time. */
  used(): Promise<ReadonlySet<string> | null> {
    const kept = this.#kept.get('used')
    if (kept) return kept
    const { times, logger } = this.#parts
    const used = within(times.rating, this.#read()).catch((error: unknown) => {
      logger.warn({ err: error }, 'it could not be read which pools are used')
      return null
    })
    this.#kept.set('used', used)
    return used
  }

  async #read(): Promise<ReadonlySet<string>> {
    const { shown, live, playedSince } = this.#parts
    // A game by correspondence may last for weeks.
    const inPlay = GAME_KIND_IDS.flatMap((kind) =>
      poolSchema.shape.clock.options.map((clock) =>
        shown.list({ order: 'newest', kind, clock, bots: false, limit: MOST_IN_PLAY }),
      ),
    )
    const [played, ...lists] = await Promise.all([playedSince(live.now() - WEEK_MS), ...inPlay])
    const playing = lists.flat().map(({ match: { kind, terms } }) => ({ kind, clock: terms.clock, rated: terms.rated }))
    return new Set([...played, ...playing].map(poolId))
  }
}
