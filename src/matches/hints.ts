import { LRUCache } from 'lru-cache'
import type { ActionChance, HintAnswer, PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold, MatchRecord } from '../record/index.ts'
import { hasHouseSeat, termsOf } from '../record/index.ts'
import type { Replicas } from './replica/replicas.ts'
import { requirePlaying, requireSeat, requireTurn } from './requirements.ts'

/**
 * Looks for the best actions of the seat that decides at the end of a record, best first, from what this seat knows.
 * @param owner the player for whom it is.
 * @throws CodedError `busy`, `draining`.
 */
export type Adviser = (record: MatchRecord, owner: string) => Promise<ActionChance[]>

/** How many hints are retained for those who ask again. */
const MOST_RETAINED = 500
/** How many actions a hint names. */
const ACTIONS = 3

/** Hints for people who play against a bot of the server. */
export class Hints {
  readonly #replicas: Replicas
  readonly #advise: Adviser | null
  /** By match and version: whoever asks again does not make the server think again. */
  readonly #hints = new LRUCache<string, Promise<HintAnswer>>({ max: MOST_RETAINED })
  /** The players for whom a hint is being looked for: one for each player at a time. */
  readonly #asking = new Set<string>()

  /** @param advise null if this server plays no bots. */
  constructor(replicas: Replicas, advise: Adviser | null) {
    this.#replicas = replicas
    this.#advise = advise
  }

  /**
   * The best actions of a player who has to decide, in an unrated match against a bot of the server that is on no deal of
   * the day.
   * @throws CodedError `unknown-match`, `other-rules`, `not-your-match`, `match-not-started`, `match-over`, `no-hints`,
   * `not-your-turn`, `no-bots`, `limit-reached`, `busy`, `unavailable`.
   */
  async hint(player: PlayerRef, match: string): Promise<HintAnswer> {
    const { version, record } = await this.#replicas.use(match, ({ fold, record }) => {
      requireHints(fold, player)
      return { version: fold.version, record: { ...record, entries: record.entries.slice() } }
    })
    const name = `${match} ${version}`
    const known = this.#hints.get(name)
    if (known) return known
    const hint = this.#look(player, record).then((actions) => ({ match, version, actions: actions.slice(0, ACTIONS) }))
    this.#hints.set(name, hint)
    // A failure is not retained: the next request asks again.
    hint.catch(() => this.#hints.delete(name))
    return hint
  }

  async #look({ id }: PlayerRef, record: MatchRecord): Promise<ActionChance[]> {
    if (!this.#advise) throw new CodedError('no-bots')
    if (this.#asking.has(id))
      throw new CodedError('limit-reached', 'A player is given one hint at a time.', { limit: 1 })
    this.#asking.add(id)
    try {
      return await this.#advise(record, id)
    } finally {
      this.#asking.delete(id)
    }
  }
}

/** @throws CodedError `not-your-match`, `match-not-started`, `match-over`, `no-hints`, `not-your-turn`. */
function requireHints(fold: Fold, player: PlayerRef): void {
  const seat = requireSeat(fold, player)
  requirePlaying(fold)
  const { header } = fold
  if (termsOf(header).rated || header.sealedUntil !== undefined || !hasHouseSeat(fold)) throw new CodedError('no-hints')
  requireTurn(fold, seat)
}
