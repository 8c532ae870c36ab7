import { newId } from '../ids/index.ts'
import type { ChallengeStore, LobbyNews, StoredChallenge } from '../live/index.ts'
import type { RatedPlayers } from '../matches/index.ts'
import { newHeader, requireBid } from '../matches/index.ts'
import type { Challenge, ChallengeClosed, ChallengeRequest, ChallengesAnswer, PlayerRef } from '../protocol/index.ts'
import { CodedError, hasBot, ratingKind, timeControl } from '../protocol/index.ts'
import type { Seating } from '../record/index.ts'
import { chosenSeat, newSeed } from '../record/index.ts'
import type { LobbyMatches, RatingOf } from './matches.ts'
import type { OnlineDirectory } from './online.ts'

/** What the lobby needs to know of people. All throw CodedError `unavailable`. */
export interface People {
  /** The player of an account, null if there is none. @throws CodedError `name-invalid` */
  find(who: ChallengeRequest['to']): Promise<PlayerRef | null>
  /** Whether a player blocks another one. */
  hasBlocked(player: string, other: string): Promise<boolean>
  /** @throws CodedError `muted` for a player who must not challenge anyone. */
  requireTalk(player: string): void
}

export interface ChallengesParts {
  store: ChallengeStore
  online: Pick<OnlineDirectory, 'find'>
  matches: LobbyMatches
  people: People
  ratedPlayers: RatedPlayers
  ratingOf: RatingOf
}

/** Is notified on every node of the challenges of a player, whichever node they come from. */
export interface ChallengesSubscriber {
  opened(player: string, challenge: Challenge): void
  closed(player: string, closed: ChallengeClosed): void
}

/** How many challenges one player may have sent, or received, that are still open. */
export const MOST_CHALLENGES = { sent: 10, received: 50 }
/** How long a challenge is open (ms): to a match in real time, and to any other. */
const OPEN_MS = { realTime: 600_000, other: 3 * 86_400_000 }

/** Challenges from one player to another. Methods throw CodedError `unavailable` while the store does not answer. */
export class Challenges {
  readonly #parts: ChallengesParts
  readonly #subscribers = new Set<ChallengesSubscriber>()
  #sent: (challenge: Challenge) => void = () => undefined

  constructor(parts: ChallengesParts) {
    this.#parts = parts
  }

  /**
   * Challenges a player: an account, or a guest who is online; to a rated match, an account. A repeated `actionId` sends nothing more: it resolves with
   * the same challenge, as it was opened.
   * @throws CodedError `unknown-player`, `name-invalid`, `bad-request` for the player themselves, `challenge-refused`
   * if the other player blocks this one, `muted`, `limit-reached`; `account-needed` for a rated match if one of the players is a guest.
   */
  async send(from: PlayerRef, request: ChallengeRequest): Promise<Challenge> {
    const { to: who, kind, options, clock, rated, visibility, seat, bid, series, actionId } = request
    const { store, online, people, ratedPlayers, ratingOf } = this.#parts
    const before = actionId === undefined ? null : await store.sent(from.id, actionId)
    if (before) return shown(before)
    people.requireTalk(from.id)
    await ratedPlayers.requireAccounts({ rated }, from)
    const account = await people.find(who)
    const to = account ?? ('player' in who ? await online.find(who.player) : null)
    if (!to) throw new CodedError('unknown-player')
    if (to.id === from.id) throw new CodedError('bad-request', 'Players cannot challenge themselves.')
    if (!account) await ratedPlayers.requireAccounts({ rated }, from, to)
    if (await people.hasBlocked(to.id, from.id)) throw new CodedError('challenge-refused')
    const counted = ratingKind(kind, clock, hasBot([from, to]))
    const rating = counted && (await ratingOf(from.id, counted))
    const terms = { clock, rated, visibility }
    const further = { ...(bid !== undefined && { bid }), ...(series && { series }) }
    const challenge = { id: newId(), from, to, ...(rating && { rating }), kind, options, terms, seat, ...further }
    const ttlMs = timeControl(clock).pace === 'real-time' ? OPEN_MS.realTime : OPEN_MS.other
    const opened = await store.open(challenge, ttlMs, MOST_CHALLENGES, actionId)
    if (typeof opened === 'object') {
      if (opened.id === challenge.id) this.#sent(shown(opened))
      return shown(opened)
    }
    const [whose, limit] =
      opened === 'sender' ? ['A player has sent', MOST_CHALLENGES.sent] : ['That player has', MOST_CHALLENGES.received]
    throw new CodedError('limit-reached', `${whose} at most ${limit} open challenges.`, { limit })
  }

  /** The open challenges of a player. */
  async list(player: PlayerRef): Promise<ChallengesAnswer> {
    const { received, sent } = await this.#parts.store.of(player.id)
    return { received: received.map(shown), sent: sent.map(shown) }
  }

  /**
   * Accepts a challenge that the player has received. Resolves with the match, which has begun. The call may be repeated:
   * a challenge has one match.
   * @param bid what the player bids for the first turn, if the sender has bid.
   * @throws CodedError `unknown-challenge`; `bad-request` for a bid that lacks, or that is not asked for; `account-needed`
   * if the match is rated and one of the players has no account (any more).
   */
  async accept(player: PlayerRef, id: string, bid?: number): Promise<string> {
    const { store, matches, ratedPlayers } = this.#parts
    const challenge = await store.get(id)
    if (challenge?.to.id !== player.id) return this.#acceptedBefore(player, id)
    requireBid(challenge, bid)
    const { from: host, to: guest, seat, kind, options, terms, bid: hosts, series } = challenge
    await ratedPlayers.requireAccounts(terms, guest, host)
    const seed = newSeed()
    const drawn = (): Promise<Seating> => ratedPlayers.seat({ host, guest, kind, terms, seed })
    const seating = bid !== undefined ? null : seat === 'random' ? await drawn() : chosenSeat(seat)
    const game = { kind, options, terms, series, bid: hosts }
    const proposed = newHeader({ host, seating, seed, ...game, origin: 'challenge' })
    const header = await store.propose(id, proposed)
    if (!header) return this.#acceptedBefore(player, id)
    await matches.open(header, guest, bid)
    await store.close(id, 'accepted', header.id)
    return header.id
  }

  /** The match of a challenge that the player has accepted. @throws CodedError `unknown-challenge`. */
  async #acceptedBefore(player: PlayerRef, id: string): Promise<string> {
    const accepted = await this.#parts.store.accepted(id)
    if (accepted?.player !== player.id) throw new CodedError('unknown-challenge')
    return accepted.match
  }

  /**
   * Declines a challenge that the player has received, or withdraws one that they have sent.
   * @throws CodedError `unknown-challenge`.
   */
  async close(player: PlayerRef, id: string): Promise<void> {
    const { store } = this.#parts
    const challenge = await store.get(id)
    const reason = challenge?.to.id === player.id ? 'declined' : challenge?.from.id === player.id ? 'withdrawn' : null
    if (reason === null || !(await store.close(id, reason))) throw new CodedError('unknown-challenge')
  }

  /** Whether a challenge waits for an answer. @throws CodedError `unavailable` */
  async isOpen(id: string): Promise<boolean> {
    return (await this.#parts.store.get(id)) !== null
  }

  /** Sets what is called with each challenge that was sent at this node. It must not throw. */
  onSent(sent: (challenge: Challenge) => void): void {
    this.#sent = sent
  }

  subscribe(subscriber: ChallengesSubscriber): void {
    this.#subscribers.add(subscriber)
  }

  /** Takes the news of the store. */
  news(news: LobbyNews): void {
    if (news.type !== 'challenged' && news.type !== 'challenge-closed') return
    const { challenge } = news
    for (const subscriber of this.#subscribers) {
      for (const { id } of [challenge.from, challenge.to]) {
        if (news.type === 'challenged') subscriber.opened(id, shown(challenge))
        else subscriber.closed(id, closedPayload(news))
      }
    }
  }
}

/** What both players may know of a challenge: that its sender has bid, and not how much. */
function shown(challenge: StoredChallenge): Challenge {
  const { id, from, to, rating, kind, options, terms, seat, bid, series, createdAt, expiresAt } = challenge
  return {
    id,
    from,
    to,
    ...(rating && { rating }),
    kind,
    options,
    terms,
    seat,
    ...(bid !== undefined && { bid: true }),
    ...(series && { series: { best: series.best } }),
    createdAt,
    expiresAt,
  }
}

type Closed = Extract<LobbyNews, { type: 'challenge-closed' }>

const closedPayload = ({ challenge, reason, match }: Closed): ChallengeClosed => ({
  challenge: challenge.id,
  reason,
  ...(match !== undefined && { match }),
})
