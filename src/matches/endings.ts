import type { Commit } from '../live/index.ts'
import type {
  AbortRequest,
  ClaimWinRequest,
  CommitAnswer,
  DrawRequest,
  GiveTimeRequest,
  PlayerRef,
  ResignRequest,
} from '../protocol/index.ts'
import { CodedError, timeControl } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { hasOpened, isHouseSeat, mayDo, otherSeat, termsOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Committer } from './committer.ts'
import { ATTEMPTS } from './committer.ts'
import type { Replica } from './replica/replica.ts'
import type { Replicas } from './replica/replicas.ts'
import { requireDecidedOn, requireMayDo, requireNotOver, requirePlaying, requireSeat, stale } from './requirements.ts'

/** What every request about a match as a whole has. */
interface WholeRequest {
  match: string
  actionId: string
}

/** What is to be committed for a seat, as the match stands. @throws CodedError if the seat may not do it. */
type Judgement = (fold: Fold, seat: Seat) => { body: Commit['body']; condition?: Commit['condition'] }

const DRAWS = {
  offer: { right: 'offerDraw', type: 'offer-draw' },
  accept: { right: 'answerDraw', type: 'accept-draw' },
  decline: { right: 'answerDraw', type: 'decline-draw' },
} as const

/**
 * What players do to a match as a whole: how it ends other than by the rules, and time that one gives the other. A
 * repeated `actionId` has the same answer and changes nothing. All methods throw CodedError `unknown-match` and
 * `unavailable`, and those for a player `not-your-match`, in addition to what they name.
 */
export class Endings {
  readonly #replicas: Replicas
  readonly #committer: Committer
  /** The time by the store (ms since 1970). */
  readonly #now: () => number

  constructor(replicas: Replicas, committer: Committer, now: () => number) {
    this.#replicas = replicas
    this.#committer = committer
    this.#now = now
  }

  /** Gives the match up, at any version. @throws CodedError `match-over`, `match-not-started`. */
  resign(player: PlayerRef, request: ResignRequest): Promise<CommitAnswer> {
    return this.#commit(player, request, (fold, seat) => {
      requirePlaying(fold)
      return { body: { type: 'resign', seat } }
    })
  }

  /**
   * Ends a match as if it had not been: before both players have moved, or, by its host, before a second player has
   * joined. It is decided on at a version: a host who cancels an invitation does not mean to leave a player who has just
   * joined.
   * @throws CodedError `match-over`, `stale`, `unknown-version`, `not-now`.
   */
  abort(player: PlayerRef, { version, ...request }: AbortRequest): Promise<CommitAnswer> {
    return this.#commit(player, request, (fold, seat) => {
      requireNotOver(fold)
      requireDecidedOn(fold, version)
      requireMayDo(fold, seat, 'abort')
      return { body: { type: 'abort', seat } }
    })
  }

  /**
   * Offers a draw in a match that is not rated, or answers the other player's offer. An offer to a player who has offered one is an agreement.
   * @throws CodedError `match-over`, `match-not-started`, `not-now`.
   */
  draw(player: PlayerRef, { answer, ...request }: DrawRequest): Promise<CommitAnswer> {
    const { right, type } = DRAWS[answer]
    return this.#commit(player, request, (fold, seat) => {
      requirePlaying(fold)
      if (answer === 'offer' && mayDo(fold, seat).answerDraw) return { body: { type: 'accept-draw', seat } }
      requireMayDo(fold, seat, right)
      return { body: { type, seat } }
    })
  }

  /**
   * Claims the win because the other player has been away for longer than the grace of the time control.
   * @throws CodedError `match-over`, `match-not-started`, `not-away`.
   */
  claim(player: PlayerRef, request: ClaimWinRequest): Promise<CommitAnswer> {
    return this.#commit(player, request, (fold, seat) => {
      requirePlaying(fold)
      const control = timeControl(termsOf(fold.header).clock)
      if (control.pace !== 'real-time' || isHouseSeat(fold, otherSeat(seat))) throw new CodedError('not-away')
      return { body: { type: 'claim', seat }, condition: { is: 'away', seat: otherSeat(seat), ms: control.graceMs } }
    })
  }

  /**
   * Gives the other player time. What the other player has to decide stays as it is.
   * @throws CodedError `match-over`, `match-not-started`; `not-now` for more than `mayDo` says.
   */
  giveTime(player: PlayerRef, { ms, ...request }: GiveTimeRequest): Promise<CommitAnswer> {
    return this.#commit(player, request, (fold, seat) => {
      requirePlaying(fold)
      requireMayDo(fold, seat, 'giveTime')
      if (ms > mayDo(fold, seat).giveTime!) throw new CodedError('not-now')
      return { body: { type: 'give-time', seat, ms } }
    })
  }

  /**
   * Ends a match in play in favour of the other seat, if the player of a seat is away now, and has been for so long (ms); the
   * server does so for a tournament. Does nothing otherwise.
   */
  async forfeit(match: string, seat: Seat, ms: number): Promise<void> {
    await this.#replicas.use(match, async (replica) => {
      if (!replica.fold.state || replica.fold.outcome) return
      await this.#committer.commit(
        replica,
        { type: 'claim', seat: otherSeat(seat) },
        { condition: { is: 'away', seat, ms } },
      )
    })
  }

  async #commit(player: PlayerRef, { match, actionId }: WholeRequest, judgement: Judgement): Promise<CommitAnswer> {
    return this.#replicas.use(match, async (replica) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { before, wanted } = await replica.judge((fold) => {
          const seat = requireSeat(fold, player)
          const before = replica.answeredBefore(seat, actionId)
          return before ? { before } : { wanted: judgement(fold, seat) }
        })
        if (before) return before
        const { body, condition } = wanted
        const answer = await this.#committer.commit(replica, body, { actionId, ...(condition && { condition }) })
        if (typeof answer !== 'string') return answer
        if (answer === 'late') await this.flag(replica)
        if (answer === 'premature') throw new CodedError('not-away')
      }
      throw stale(replica.version)
    })
  }

  /** Ends a match whose time has run out, or whose sealed deal has opened. Does nothing for others. */
  async flag(replica: Replica): Promise<void> {
    if (hasOpened(replica.fold.header, this.#now())) return this.#annul(replica)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const running = replica.fold.clocks?.running ?? null
      if (running === null) return
      const body = { type: 'flag', seat: running } as const
      const answer = await this.#committer.commit(replica, body, { condition: { is: 'overdue' } })
      if (answer !== 'moved') return
    }
  }

  /** Whether a match has to be ended because its sealed deal has opened. */
  hasToEnd({ fold }: Replica): boolean {
    return !fold.outcome && hasOpened(fold.header, this.#now())
  }

  /** Does as `flag`, by the id of the match. */
  flagMatch(match: string): Promise<void> {
    return this.#replicas.use(match, (replica) => this.flag(replica))
  }

  /**
   * Ends a match as if it had not been played, at any version; a moderator does so.
   * @throws CodedError `match-over`.
   */
  async annul(match: string): Promise<void> {
    await this.#replicas.use(match, async (replica) => {
      await replica.judge(requireNotOver)
      await this.#annul(replica)
    })
  }

  /** Ends a match as if it had not been played, unless it has ended. */
  async #annul(replica: Replica): Promise<void> {
    let isOverdue = false
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (replica.fold.outcome) return
      const condition = isOverdue ? ({ is: 'overdue' } as const) : undefined
      const answer = await this.#committer.commit(replica, { type: 'annul' }, { ...(condition && { condition }) })
      if (typeof answer !== 'string') return
      isOverdue = answer === 'late'
    }
    throw stale(replica.version)
  }

  /** Cancels a match in its host's name. Does nothing once a second player has joined. */
  async cancel(match: string): Promise<void> {
    await this.#replicas.use(match, async (replica) => {
      const { state, outcome, header } = replica.fold
      if (!state && !outcome) await this.#committer.commit(replica, { type: 'abort', seat: header.host.seat })
    })
  }
}
