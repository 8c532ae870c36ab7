import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { asAction, CodedError } from '../protocol/index.ts'
import type { ActRequest, CommitAnswer, CreateRequest, JoinRequest, PlayerRef, ResignRequest } from '../protocol/index.ts'
import { hashSeed, newSeed, seatOf } from '../record/index.ts'
import type { EntryBody, MatchHeader } from '../record/index.ts'
import { drawSeat, RULES_VERSION } from '../rules/index.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { answeredBefore, requirePlaying, requireSeat, requireTurn, requireVersion, stale, wouldEnd } from './judge.ts'
import { newCode, newMatchId } from './names.ts'

/** Somebody else commits in between at most a few times. */
const ATTEMPTS = 10
const REMEMBERED_CODES = { max: 10_000, ttl: 3_600_000 }

/** What changes a match: each command is one commit in the store, applied and answered after it. See `Matches`. */
export class Commands {
  readonly #store: LiveStore
  readonly #feeds: Feeds
  readonly #logger: Logger
  readonly #ended: (match: string) => void
  /** Codes that were used up here: who repeats his join is not told that there is no such code. */
  readonly #usedCodes = new LRUCache<string, string>(REMEMBERED_CODES)

  /** `ended` is told of every match that a command ended. */
  constructor(store: LiveStore, feeds: Feeds, logger: Logger, ended: (match: string) => void) {
    this.#store = store
    this.#feeds = feeds
    this.#logger = logger
    this.#ended = ended
  }

  /** The new match's id. */
  async create(player: PlayerRef, { options, seat }: CreateRequest): Promise<string> {
    const seed = newSeed()
    const header: MatchHeader = {
      id: newMatchId(),
      code: newCode(),
      options,
      rules: RULES_VERSION,
      seed,
      seedHash: hashSeed(seed),
      host: { seat: seat === 'random' ? drawSeat(seed) : seat, player },
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (await this.#store.create(header)) {
        this.#logger.info({ match: header.id, player: player.id }, 'match created')
        return header.id
      }
      header.code = newCode()
    }
    throw new CodedError('unavailable', 'No free invitation code was found.')
  }

  /** The id of the match in which the player now sits. */
  async join(player: PlayerRef, request: JoinRequest): Promise<string> {
    if ('match' in request) return this.#feeds.use(request.match, (feed) => this.#join(feed, player))
    const waiting = await this.#store.findByCode(request.code)
    if (waiting !== null) return this.#feeds.use(waiting, (feed) => this.#join(feed, player))
    const used = this.#usedCodes.get(request.code)
    if (used !== undefined && (await this.#feeds.use(used, ({ fold }) => seatOf(fold, player.id) !== null))) return used
    throw new CodedError('unknown-code')
  }

  async #join(feed: Feed, player: PlayerRef): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { players, header } = feed.fold
      const free = players[0] ? 1 : 0
      const full = players[free] !== null
      if (seatOf(feed.fold, player.id) !== null) {
        if (full) return header.id
        throw new CodedError('own-match')
      }
      if (full) throw new CodedError('match-full')
      if (!(await this.#commit(feed, { type: 'join', seat: free, player }, false))) continue
      this.#usedCodes.set(header.code, header.id)
      this.#logger.info({ match: header.id, player: player.id }, 'match joined')
      return header.id
    }
    throw stale(feed.version)
  }

  async act(player: PlayerRef, { match, actionId, version, action }: ActRequest): Promise<CommitAnswer> {
    return this.#feeds.use(match, async (feed) => {
      // Another node may have committed it a moment ago.
      if (version > feed.version) await feed.catchUp()
      const { fold } = feed
      const seat = requireSeat(fold, player)
      const before = answeredBefore(fold, seat, actionId)
      if (before) return before
      requirePlaying(fold)
      requireVersion(fold, version)
      requireTurn(fold, seat)
      const body: EntryBody = { type: 'act', seat, action: asAction(action) }
      const answer = await this.#commit(feed, body, wouldEnd(fold, body), actionId)
      if (!answer) throw stale(feed.version)
      return answer
    })
  }

  async resign(player: PlayerRef, { match, actionId }: ResignRequest): Promise<CommitAnswer> {
    return this.#feeds.use(match, async (feed) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const seat = requireSeat(feed.fold, player)
        const before = answeredBefore(feed.fold, seat, actionId)
        if (before) return before
        requirePlaying(feed.fold)
        const answer = await this.#commit(feed, { type: 'resign', seat }, true, actionId)
        if (answer) return answer
      }
      throw stale(feed.version)
    })
  }

  /**
   * Appends an entry that fits the feed's version, and applies it. Null, with the feed caught up, when the match has moved on
   * by something else.
   */
  async #commit(feed: Feed, body: EntryBody, ends: boolean, actionId?: string): Promise<CommitAnswer | null> {
    const { match, version } = feed
    const id = actionId === undefined ? {} : { actionId }
    const result = await this.#store.commit({ match, version, body, ends, ...id }).catch((error: unknown) => {
      // It may have been committed all the same.
      feed.chase()
      throw error
    })
    switch (result.status) {
      case 'committed': {
        const { version: committed, at } = result
        feed.receive({ version: committed, at, ...id, body })
        if (ends) this.#ended(match)
        return { match, version: committed, at }
      }
      case 'duplicate':
        if (result.version > feed.version) feed.chase()
        return { match, version: result.version, at: result.at }
      case 'stale':
        await feed.catchUp()
        return actionId === undefined ? null : answeredBefore(feed.fold, body.seat, actionId)
      case 'unknown':
        throw feed.expired()
    }
  }
}
