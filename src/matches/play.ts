import type { LiveStore } from '../live/index.ts'
import type { ActRequest, CommitAnswer, CreateRequest, JoinRequest, MatchOrigin, PlayerRef } from '../protocol/index.ts'
import { CodedError, HOUSE_BOTS, isTestClock } from '../protocol/index.ts'
import type { EntryBody, Fold, MatchHeader } from '../record/index.ts'
import { bidSeat, chosenSeat, isBinding, kindOf, originOf, otherSeat, seatOf, termsOf } from '../record/index.ts'
import type { Beginnings } from './beginnings.ts'
import type { Committer } from './committer.ts'
import { ATTEMPTS } from './committer.ts'
import type { Endings } from './endings.ts'
import type { Lifecycle } from './lifecycle.ts'
import { newCode } from './new-code.ts'
import { newHeader, withId } from './new-header.ts'
import type { OpenMatches } from './open-matches.ts'
import type { RatedPlayers } from './rated-players.ts'
import type { Replica } from './replica/replica.ts'
import type { Replicas } from './replica/replicas.ts'
import {
  requireBid,
  requireDecidedOn,
  requirePlaying,
  requireSeat,
  requireTurn,
  stale,
  unknownVersion,
} from './requirements.ts'
import type { Tries, Try } from './tries.ts'

/** Matches that wait for nobody: the other seat is taken as soon as they are created. */
const BEGIN_AT_ONCE: ReadonlySet<MatchOrigin> = new Set(['bot', 'self'])

interface PlayParts {
  store: LiveStore
  replicas: Replicas
  committer: Committer
  endings: Endings
  lifecycle: Lifecycle
  openMatches: OpenMatches
  beginnings: Beginnings
  tries: Tries
  rated: RatedPlayers
  /** @throws CodedError `paused` while no new matches can begin. */
  requireOpen: () => void
  /** Whether this server plays bots. */
  playsBots: boolean
  /** Whether whoever creates a match may choose its seed, a sample to begin with, or a short clock. */
  testMode: boolean
}

/**
 * How matches begin and go on. Each command that changes a match is one commit in the store, and is answered after it.
 * All methods throw CodedError `unavailable` while the store does not answer; the command may then be committed or not,
 * and can be sent again.
 */
export class Play {
  readonly #store: LiveStore
  readonly #replicas: Replicas
  readonly #committer: Committer
  readonly #endings: Endings
  readonly #lifecycle: Lifecycle
  readonly #openMatches: OpenMatches
  readonly #beginnings: Beginnings
  readonly #tries: Tries
  readonly #rated: RatedPlayers
  readonly #requireOpen: () => void
  readonly #playsBots: boolean
  readonly #testMode: boolean

  constructor(parts: PlayParts) {
    const { store, replicas, committer, endings, lifecycle, openMatches, beginnings, tries, rated } = parts
    const { playsBots, testMode } = parts
    this.#requireOpen = parts.requireOpen
    this.#beginnings = beginnings
    this.#tries = tries
    this.#rated = rated
    this.#playsBots = playsBots
    this.#testMode = testMode
    this.#store = store
    this.#replicas = replicas
    this.#committer = committer
    this.#endings = endings
    this.#lifecycle = lifecycle
    this.#openMatches = openMatches
  }

  /**
   * Creates a match, in which the player waits for another one; against a bot it begins at once. Resolves with its id. A
   * random seat is drawn from the seed, so that the players can check it afterwards; in a match that is rated or has bids,
   * the seats are decided when the other player is known. A repeated `actionId` creates nothing more: it resolves with the
   * same id, also at another node, and whatever the match, or the game that it is to begin with, has become.
   * @throws CodedError `limit-reached`: the player has too many matches that have not ended, or too many open tables;
   * `no-bots`; `paused`; `account-needed` for a guest who asks for a rated match or for one on a sealed deal, `cooling-down` for a
   * rated one of a player who has left several early; `bad-request` for what only test mode has; and as `Beginnings.of`
   * and `Tries`.
   */
  async create(host: PlayerRef, asked: CreateRequest): Promise<string> {
    const sealed = await this.#tries.of(asked)
    const request = sealed?.request ?? asked
    const { rated, opponent, actionId } = request
    if (isForTests(request) && !this.#testMode) throw new CodedError('bad-request', 'This server is not in test mode.')
    await this.#rated.requireAccounts({ rated: rated || sealed !== null }, host)
    if (rated) await this.#rated.requireReady(host)
    if (opponent && opponent !== 'self' && !this.#playsBots) throw new CodedError('no-bots')
    const earlier = actionId === undefined ? null : await this.#store.createdBy(host.id, actionId)
    if (earlier === null) this.#requireOpen()
    // The creation may have been cut short before there was a match, or before the bot had its seat.
    const isThere = earlier !== null && (await this.#exists(earlier))
    const match = isThere
      ? earlier
      : await this.#begin(
          sealed ? await this.#tryHeader(host, sealed) : await this.#headerFor(host, request, earlier),
          actionId,
        )
    if (opponent === 'self') await this.#seat(match, host, { onlyIfOrigin: 'self' })
    else if (opponent) await this.#seat(match, HOUSE_BOTS[opponent.bot], { onlyIfOrigin: 'bot' })
    return match
  }

  /** The header of the match that a request asks for. @param id another one than a new one. @throws as `Beginnings.of`. */
  async #headerFor(host: PlayerRef, request: CreateRequest, id: string | null): Promise<MatchHeader> {
    const { seat, bid, clock, rated, listed, opponent, series, admits } = request
    const { visibility = opponent ? 'private' : 'public' } = request
    const origin = opponent ? (opponent === 'self' ? 'self' : 'bot') : listed ? 'table' : 'invitation'
    const seating = rated || bid !== undefined ? null : seat === 'random' ? undefined : chosenSeat(seat)
    const beginning = await this.#beginnings.of(host, request)
    const terms = { clock, rated, visibility }
    const header = newHeader({ ...beginning, host, seating, bid, series, terms, origin, admits })
    return id === null ? header : withId(header, id)
  }

  /** The header of the match in which a player plays a sealed deal. @throws as `Tries.matchFor`. */
  async #tryHeader(host: PlayerRef, { deal, request: { clock } }: Try): Promise<MatchHeader> {
    const beginning = this.#beginnings.sealed(deal)
    const id = await this.#tries.matchFor(host, deal)
    const terms = { clock, rated: false, visibility: 'private' } as const
    return { ...newHeader({ ...beginning, host, seating: chosenSeat(0), terms, origin: 'bot' }), id }
  }

  /** @throws CodedError `other-rules`. */
  async #exists(match: string): Promise<boolean> {
    try {
      return await this.#replicas.use(match, () => true)
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-match') return false
      throw error
    }
  }

  /**
   * Creates a match, and notifies of it if it waits for a player. The header may get another id, and another code. Resolves
   * with the id.
   */
  async #begin(header: MatchHeader, actionId: string | undefined): Promise<string> {
    const place = { ...header }
    await this.#openMatches.take(place)
    let isNew: boolean
    try {
      await this.#lifecycle.creating(header)
      isNew = await this.#create(header, actionId)
    } catch (error) {
      this.#openMatches.ended(place)
      throw error
    }
    if (header.id !== place.id) this.#openMatches.ended(place)
    if (isNew && !BEGIN_AT_ONCE.has(originOf(header))) this.#lifecycle.created(header)
    return header.id
  }

  /** Stores a match, with another code if this one is taken. False: it exists already, perhaps with another id. */
  async #create(header: MatchHeader, actionId?: string): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const created = await this.#store.create(header, actionId)
      if (!('taken' in created)) return true
      if (created.taken === 'id') return false
      if (created.taken === 'action') Object.assign(header, withId(header, created.match))
      else header.code = newCode()
    }
    throw new CodedError('unavailable', 'No free invitation code was found.')
  }

  /**
   * Creates a match of two known players; `bid` is that of the guest, if the host has bid. A repeated call, on any node,
   * changes nothing.
   * @throws CodedError `paused` unless the match is a later game of a series.
   */
  async open(header: MatchHeader, guest: PlayerRef, bid?: number): Promise<void> {
    if ((header.series?.game ?? 1) === 1) this.#requireOpen()
    await this.#create(structuredClone(header))
    await this.#seat(header.id, guest, { bid })
  }

  /** The same for both games of a pair: neither begins before there are both. */
  async openPair(headers: readonly [MatchHeader, MatchHeader], guest: PlayerRef): Promise<void> {
    this.#requireOpen()
    for (const header of headers) await this.#create(structuredClone(header))
    for (const { id } of headers) await this.#seat(id, guest, {})
  }

  /**
   * Gives a player the free seat of a match, if it has one. `onlyIfOrigin`: only in a match that began like this; a
   * repeated request may say something else than the one that created the match.
   */
  async #seat(
    match: string,
    player: PlayerRef,
    { bid, onlyIfOrigin }: { bid?: number | undefined; onlyIfOrigin?: MatchOrigin },
  ): Promise<void> {
    await this.#replicas.use(match, async (replica) => {
      const { header, state, outcome } = replica.fold
      if (state || outcome) return
      if (onlyIfOrigin !== undefined && originOf(header) !== onlyIfOrigin) return
      await this.#committer.commit(replica, await this.#joining(header, player, bid))
    })
  }

  /**
   * Takes the free seat. Resolves with the id of the match, also if the player has a seat in it already.
   * @throws CodedError `unknown-match`, `unknown-code`, `code-needed`, `own-match`, `match-full`, `not-joinable`, `paused`;
   * `bad-request` without a bid where both players bid, and with one elsewhere; `account-needed` if the match is rated
   * and one of the players is a guest, or if it admits accounts alone; `not-eligible` if it admits other ratings;
   * `cooling-down` if it is rated, and the player has left several early.
   */
  async join(player: PlayerRef, request: JoinRequest): Promise<string> {
    const { bid } = request
    if ('match' in request) {
      return this.#replicas.use(request.match, (replica) => {
        const { header } = replica.fold
        const isPrivate = termsOf(header).visibility === 'private'
        if (isPrivate && seatOf(replica.fold, player.id) === null) throw new CodedError('code-needed')
        return this.#join(replica, player, bid)
      })
    }
    const match = await this.#store.findByCode(request.code)
    if (match === null) throw new CodedError('unknown-code')
    return this.#replicas.use(match, (replica) => this.#joinByCode(replica, player, bid))
  }

  /** A code that was used leads only the players of its match there. */
  async #joinByCode(replica: Replica, player: PlayerRef, bid: number | undefined): Promise<string> {
    try {
      return await this.#join(replica, player, bid)
    } catch (error) {
      const isUsed = error instanceof CodedError && (error.code === 'match-full' || error.code === 'not-joinable')
      throw isUsed ? new CodedError('unknown-code') : error
    }
  }

  async #join(replica: Replica, player: PlayerRef, bid: number | undefined): Promise<string> {
    const { header } = replica.fold
    if (hasSeat(replica.fold, player)) return header.id
    this.#requireOpen()
    requireBid(header, bid)
    await this.#rated.requireAccounts(termsOf(header), player, header.host.player)
    await this.#rated.requireAdmitted(header, player)
    if (termsOf(header).rated) await this.#rated.requireReady(player)
    const body = await this.#joining(header, player, bid)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (hasSeat(replica.fold, player)) return header.id
      const answer = await this.#committer.commit(replica, body)
      if (answer !== 'moved') return header.id
    }
    throw stale(replica.version)
  }

  /** The entry by which a player takes a seat: if the header does not say why the host has theirs, it is decided now. */
  async #joining(header: MatchHeader, player: PlayerRef, bid?: number): Promise<EntryBody & { type: 'join' }> {
    if (header.bid !== undefined && bid !== undefined) {
      const { seat } = bidSeat(header.seed, { host: header.bid, guest: bid })
      return { type: 'join', seat: otherSeat(seat), player, seatBy: 'bid', bid }
    }
    if (header.seatBy || !termsOf(header).rated) {
      return { type: 'join', seat: otherSeat(header.host.seat), player }
    }
    const { seat, ...why } = await this.#rated.seat({
      host: header.host.player,
      guest: player,
      kind: kindOf(header),
      terms: termsOf(header),
      seed: header.seed,
    })
    return { type: 'join', seat: otherSeat(seat), player, ...why }
  }

  /**
   * Does an action that was decided on at a version. A repeated `actionId` has the same answer and changes nothing.
   * @throws CodedError `unknown-match`, `not-your-match`, `match-over`, `match-not-started`, `stale`, `unknown-version`,
   * `not-your-turn`, `illegal-action`, `late`; the first of them that holds.
   */
  async act(player: PlayerRef, { match, actionId, version, action }: ActRequest): Promise<CommitAnswer> {
    return this.#replicas.use(match, async (replica) => {
      // Another node may have committed it a moment ago.
      if (version > replica.version) await replica.catchUp()
      const { resets } = replica
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { fold } = replica
        const seat = requireSeat(fold, player)
        const before = replica.answeredBefore(seat, actionId)
        if (before) return before
        // What the player decided on is lost, although there may be such a version again.
        if (replica.resets !== resets) {
          throw replica.version < version ? unknownVersion(replica.version) : stale(replica.version)
        }
        requirePlaying(fold)
        requireDecidedOn(fold, version)
        requireTurn(fold, seat)
        const body = { type: 'act', seat, action } as const
        const answer = await this.#committer.commit(replica, body, { actionId })
        if (typeof answer !== 'string') return answer
        if (answer === 'late') {
          await this.#endings.flag(replica)
          throw new CodedError('late')
        }
      }
      throw stale(replica.version)
    })
  }
}

/** Whether a match begins as only those on a server in test mode may. */
const isForTests = ({ seed, sample, clock }: CreateRequest): boolean =>
  seed !== undefined || sample !== undefined || isTestClock(clock)

/**
 * Whether a player has a seat already, after they have joined; if not, they can join.
 * @throws CodedError `own-match`, `match-full`, `not-joinable`.
 */
function hasSeat(fold: Fold, player: PlayerRef): boolean {
  // A later game of a series waits for nobody else: its second player is about to be seated.
  const isFull = fold.state !== null || isBinding(fold.header)
  if (seatOf(fold, player.id) !== null) {
    if (isFull) return true
    throw new CodedError('own-match')
  }
  if (isFull) throw new CodedError('match-full')
  if (fold.outcome) throw new CodedError('not-joinable')
  return false
}
