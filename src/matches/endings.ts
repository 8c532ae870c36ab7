import type { Commit } from '../live/index.ts'
import { CodedError, timeControl } from '../protocol/index.ts'
import type { CommitAnswer, DrawRequest, PlayerRef } from '../protocol/index.ts'
import { otherSeat, termsOf } from '../record/index.ts'
import type { Fold } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { ATTEMPTS } from './committer.ts'
import type { Committer } from './committer.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import { answeredBefore, requireMayDo, requireNotOver, requirePlaying, requireSeat, stale } from './judge.ts'

/** What a player asks for, beside acting. */
interface Wish {
  match: string
  actionId: string
}

/** What is to be committed for a seat as the match stands now. @throws CodedError when it may not be. */
type Judgement = (fold: Fold, seat: Seat) => { body: Commit['body']; condition?: Commit['condition'] }

const DRAWS = {
  offer: { right: 'offerDraw', type: 'offer-draw' },
  accept: { right: 'answerDraw', type: 'accept-draw' },
  decline: { right: 'answerDraw', type: 'decline-draw' },
} as const

/** How matches end other than by the rules. See `Matches`. */
export class Endings {
  readonly #feeds: Feeds
  readonly #committer: Committer

  constructor(feeds: Feeds, committer: Committer) {
    this.#feeds = feeds
    this.#committer = committer
  }

  resign(player: PlayerRef, wish: Wish): Promise<CommitAnswer> {
    return this.#do(player, wish, (fold, seat) => {
      requirePlaying(fold)
      return { body: { type: 'resign', seat } }
    })
  }

  abort(player: PlayerRef, wish: Wish): Promise<CommitAnswer> {
    let cancels = false
    return this.#do(player, wish, (fold, seat) => {
      requireNotOver(fold)
      requireMayDo(fold, seat, 'abort')
      // Who takes back an invitation does not mean to leave one who has just come.
      if (cancels && fold.state) throw new CodedError('not-now', 'Somebody has just joined.')
      cancels ||= !fold.state
      return { body: { type: 'abort', seat } }
    })
  }

  draw(player: PlayerRef, { answer, ...wish }: DrawRequest): Promise<CommitAnswer> {
    const { right, type } = DRAWS[answer]
    return this.#do(player, wish, (fold, seat) => {
      requirePlaying(fold)
      // Two offers that cross are an agreement.
      if (answer === 'offer' && fold.drawOffer === otherSeat(seat)) return { body: { type: 'accept-draw', seat } }
      requireMayDo(fold, seat, right)
      return { body: { type, seat } }
    })
  }

  claim(player: PlayerRef, wish: Wish): Promise<CommitAnswer> {
    return this.#do(player, wish, (fold, seat) => {
      requirePlaying(fold)
      const control = timeControl(termsOf(fold.header).clock)
      if (control.pace !== 'real-time') throw new CodedError('not-away')
      return { body: { type: 'claim', seat }, condition: { is: 'away', seat: otherSeat(seat), ms: control.graceMs } }
    })
  }

  async #do(player: PlayerRef, { match, actionId }: Wish, judge: Judgement): Promise<CommitAnswer> {
    return this.#feeds.use(match, async (feed) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { before, wanted } = await feed.judged((fold) => {
          const seat = requireSeat(fold, player)
          const before = answeredBefore(fold, seat, actionId)
          return before ? { before } : { wanted: judge(fold, seat) }
        })
        if (before) return before
        const { body, condition } = wanted
        const answer = await this.#committer.commit(feed, body, { actionId, ...(condition && { condition }) })
        if (typeof answer !== 'string') return answer
        if (answer === 'late') await this.flag(feed)
        if (answer === 'premature') throw new CodedError('not-away')
      }
      throw stale(feed.version)
    })
  }

  /** Ends a match whose time has run out, whoever noticed. Does nothing while it has not. */
  async flag(feed: Feed): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const running = feed.fold.clocks?.running ?? null
      if (running === null) return
      const answer = await this.#committer.commit(feed, { type: 'flag', seat: running }, { condition: { is: 'overdue' } })
      if (answer !== 'moved') return
    }
  }

  /** As `flag`, by the match's id. @throws CodedError `unknown-match`, `unavailable`. */
  flagMatch(match: string): Promise<void> {
    return this.#feeds.use(match, (feed) => this.flag(feed))
  }

  /** Takes back a match that nobody has joined, in its host's name. Does nothing to one that somebody has. */
  async cancel(match: string): Promise<void> {
    await this.#feeds.use(match, async (feed) => {
      const { state, outcome, header } = feed.fold
      if (!state && !outcome) await this.#committer.commit(feed, { type: 'abort', seat: header.host.seat })
    })
  }
}
