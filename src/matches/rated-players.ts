import type { Logger } from 'pino'
import type { GameKind, MatchTerms, PlayerRef, Rating, RatingKind } from '../protocol/index.ts'
import { CodedError, hasBot, houseBotLevel, NEWCOMER_RATING, ratingKind, requireInRange } from '../protocol/index.ts'
import type { EntryBody, Fold, MatchHeader, Seating } from '../record/index.ts'
import { fairSeat, kindOf, seatThatEndedEarly, termsOf } from '../record/index.ts'
import { within } from '../time/index.ts'

/** What is asked about players who want to play. */
export interface RatedPlayersParts {
  /** Rejects for a player without an account; bots have one. @throws CodedError `account-needed`, `unavailable`. */
  requireAccount(player: PlayerRef): Promise<void>
  /** The rated matches that players have left early. Both throw CodedError `unavailable`. */
  earlyEnds: {
    add(player: string, match: string): Promise<void>
    /** Until when a player can play no rated match because of them (ms since 1970); null if they can. */
    coolDown(player: string): Promise<number | null>
  }
  /** In how many of their last rated games of a kind a player began. @throws CodedError `unavailable`. */
  begunBy: (player: string, kind: RatingKind) => Promise<number>
  /** The rating of a player, that of a newcomer if they have none. @throws CodedError `unavailable`. */
  ratingOf: (player: string, kind: RatingKind) => Promise<Pick<Rating, 'rating'>>
  logger: Logger
  /** How long a command waits for what it wants to know of its players (ms). */
  withinMs?: number
}

/** Two players who are about to play, and what. */
export interface Meeting {
  host: PlayerRef
  guest: PlayerRef
  kind: GameKind
  terms: Pick<MatchTerms, 'clock' | 'rated'>
  /** Of the match. */
  seed: string
}

/** Who may play rated matches and matches that do not admit everybody, and who of two players begins. */
export class RatedPlayers {
  readonly #parts: RatedPlayersParts
  readonly #withinMs: number

  constructor({ withinMs = 1_000, ...parts }: RatedPlayersParts) {
    this.#parts = parts
    this.#withinMs = withinMs
  }

  /**
   * Requires, for a rated match, that a player and their opponent have accounts: guests cost nothing, so that a player
   * could win against any number of their own.
   * @throws CodedError `account-needed`, `unavailable`.
   */
  async requireAccounts({ rated }: { rated: boolean }, player: PlayerRef, opponent?: PlayerRef): Promise<void> {
    if (!rated) return
    await this.#parts.requireAccount(player)
    if (!opponent) return
    try {
      await this.#parts.requireAccount(opponent)
    } catch (error) {
      const isGuest = error instanceof CodedError && error.code === 'account-needed'
      throw isGuest
        ? new CodedError('account-needed', 'The other player is a guest; rated games are between accounts.')
        : error
    }
  }

  /**
   * Requires that a player is one whom a match admits, by their rating as it is now.
   * @throws CodedError `account-needed`; `not-eligible` with details.rating, the range; `unavailable`.
   */
  async requireAdmitted(header: MatchHeader, player: PlayerRef): Promise<void> {
    const { accounts, rating: range } = header.admits ?? {}
    if (accounts) await this.#parts.requireAccount(player)
    const kind = range && ratingKind(kindOf(header), termsOf(header).clock, hasBot([header.host.player, player]))
    if (kind) requireInRange(range, (await this.#parts.ratingOf(player.id, kind)).rating)
  }

  /**
   * Requires that a player has not left several rated matches before they counted. If the database does not answer in time, everybody may play.
   * @throws CodedError `cooling-down` with details.retryAfterMs.
   */
  async requireReady(player: PlayerRef): Promise<void> {
    const until = await this.#ask(this.#parts.earlyEnds.coolDown(player.id))
    const retryAfterMs = (until ?? 0) - Date.now()
    if (retryAfterMs > 0) throw new CodedError('cooling-down', undefined, { retryAfterMs })
  }

  /** A match is over: remembers who has left it, if it was rated and did not count yet. Never rejects. */
  async over(fold: Fold, last: EntryBody): Promise<void> {
    const seat = seatThatEndedEarly(fold, last)
    const player = seat === null ? null : fold.players[seat]
    if (!player || houseBotLevel(player.id) !== undefined) return
    await this.#ask(this.#parts.earlyEnds.add(player.id, fold.header.id))
  }

  /** An answer of the database; null if there is none in time. */
  async #ask<T>(answer: Promise<T>): Promise<T | null> {
    try {
      return await within(this.#withinMs, answer)
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'the database does not say what a rated match asks about its players')
      return null
    }
  }

  /**
   * The seat of the host of a match whose seats nobody chose. In a rated match, the one who has begun less often begins; in any other, and if
   * the history does not answer in time, the seed decides. Never rejects.
   */
  async seat({ host, guest, kind, terms, seed }: Meeting): Promise<Seating> {
    const rated = terms.rated ? ratingKind(kind, terms.clock, hasBot([host, guest])) : null
    if (rated === null) return fairSeat(seed)
    const { begunBy } = this.#parts
    const counts = await this.#ask(Promise.all([begunBy(host.id, rated), begunBy(guest.id, rated)]))
    return fairSeat(seed, counts ? { host: counts[0], guest: counts[1] } : undefined)
  }
}

/** Where everybody has an account, and nobody has played. */
export const anyRatedPlayers = (logger: Logger): RatedPlayers =>
  new RatedPlayers({
    requireAccount: () => Promise.resolve(),
    earlyEnds: { add: () => Promise.resolve(), coolDown: () => Promise.resolve(null) },
    begunBy: () => Promise.resolve(0),
    ratingOf: () => Promise.resolve({ rating: NEWCOMER_RATING }),
    logger,
  })
