import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { LiveStore } from '../live/index.ts'
import { asAction, CodedError } from '../protocol/index.ts'
import type { ActRequest, CommitAnswer, CreateRequest, JoinRequest, PlayerRef } from '../protocol/index.ts'
import { otherSeat, seatOf, termsOf } from '../record/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { ATTEMPTS } from './committer.ts'
import type { Committer } from './committer.ts'
import type { Endings } from './endings.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { answeredBefore, requirePlaying, requireSeat, requireTurn, requireVersion, stale } from './judge.ts'
import { newCode } from './names.ts'
import { newHeader } from './new-header.ts'

const REMEMBERED_CODES = { max: 10_000, ttl: 3_600_000 }

interface CommandsParts {
  store: LiveStore
  feeds: Feeds
  committer: Committer
  endings: Endings
  logger: Logger
}

/** How matches come about and go on: each command is one commit in the store, applied and answered after it. See `Matches`. */
export class Commands {
  readonly #store: LiveStore
  readonly #feeds: Feeds
  readonly #committer: Committer
  readonly #endings: Endings
  readonly #logger: Logger
  /** Codes that were used up here: who repeats his join is not told that there is no such code. */
  readonly #usedCodes = new LRUCache<string, string>(REMEMBERED_CODES)

  constructor({ store, feeds, committer, endings, logger }: CommandsParts) {
    this.#store = store
    this.#feeds = feeds
    this.#committer = committer
    this.#endings = endings
    this.#logger = logger
  }

  /** The header of the new match. `creating` is called before there is one. */
  async create(
    host: PlayerRef,
    { kind, options, seat, clock, rated, visibility, listed }: CreateRequest,
    creating: (header: MatchHeader) => Promise<void>,
  ): Promise<MatchHeader> {
    const origin = listed ? 'table' : 'invitation'
    const header = newHeader({ host, seat, kind, options, terms: { clock, rated, visibility }, origin })
    await creating(header)
    await this.#create(header)
    this.#logger.info({ match: header.id, player: host.id }, 'match created')
    return header
  }

  async #create(header: MatchHeader): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const created = await this.#store.create(header)
      if (!('taken' in created) || created.taken === 'id') return
      header.code = newCode()
    }
    throw new CodedError('unavailable', 'No free invitation code was found.')
  }

  /** Makes a match of two players who are both known. Any number of times, on any nodes, is the same as once. */
  async open(header: MatchHeader, guest: PlayerRef): Promise<void> {
    await this.#create(structuredClone(header))
    await this.#feeds.use(header.id, async (feed) => {
      const seat = otherSeat(header.host.seat)
      if (feed.fold.players[seat] === null) await this.#committer.commit(feed, { type: 'join', seat, player: guest })
    })
  }

  /** The id of the match in which the player now sits. */
  async join(player: PlayerRef, request: JoinRequest): Promise<string> {
    if ('match' in request) {
      return this.#feeds.use(request.match, (feed) => {
        const { header } = feed.fold
        if (termsOf(header).visibility === 'private' && seatOf(feed.fold, player.id) === null) throw new CodedError('code-needed')
        return this.#join(feed, player)
      })
    }
    const waiting = await this.#store.findByCode(request.code)
    if (waiting !== null) return this.#feeds.use(waiting, (feed) => this.#join(feed, player))
    const used = this.#usedCodes.get(request.code)
    if (used !== undefined && (await this.#feeds.use(used, ({ fold }) => seatOf(fold, player.id) !== null))) return used
    throw new CodedError('unknown-code')
  }

  async #join(feed: Feed, player: PlayerRef): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { players, header, outcome } = feed.fold
      const free = players[0] ? 1 : 0
      const full = players[free] !== null
      if (seatOf(feed.fold, player.id) !== null) {
        if (full) return header.id
        throw new CodedError('own-match')
      }
      if (full) throw new CodedError('match-full')
      if (outcome) throw new CodedError('not-joinable')
      if ((await this.#committer.commit(feed, { type: 'join', seat: free, player })) === 'moved') continue
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
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { fold } = feed
        const seat = requireSeat(fold, player)
        const before = answeredBefore(fold, seat, actionId)
        if (before) return before
        requirePlaying(fold)
        requireVersion(fold, version)
        requireTurn(fold, seat)
        const answer = await this.#committer.commit(feed, { type: 'act', seat, action: asAction(action) }, { actionId })
        if (typeof answer !== 'string') return answer
        if (answer === 'late') {
          await this.#endings.flag(feed)
          throw new CodedError('late')
        }
      }
      throw stale(feed.version)
    })
  }
}
