import type { Logger } from 'pino'
import type { GameKind, MatchTerms, PlayerRef, RatingKind } from '../protocol/index.ts'
import { CodedError, hasBot, ratingKind } from '../protocol/index.ts'
import type { Seating } from '../record/index.ts'
import { fairSeat } from '../record/index.ts'
import { within } from '../time/index.ts'

/** What the rules of rated matches ask about players. */
export interface RatedPlayersParts {
  /** Rejects for a player without an account; bots have one. @throws CodedError `account-needed`, `unavailable`. */
  requireAccount(player: PlayerRef): Promise<void>
  /** In how many of their last rated games of a kind a player began. @throws CodedError `unavailable`. */
  begunBy(player: string, kind: RatingKind): Promise<number>
  logger: Logger
  /** How long a match waits for the history to say how often its players began (ms). */
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

/** Who may play rated matches, and who of two players begins. */
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
   * The seat of the host of a match whose seats nobody chose. In a rated match, the one who has begun less often begins; in any other, and if
   * the history does not answer in time, the seed decides. Never rejects.
   */
  async seat({ host, guest, kind, terms, seed }: Meeting): Promise<Seating> {
    const rated = terms.rated ? ratingKind(kind, terms.clock, hasBot([host, guest])) : null
    if (rated === null) return fairSeat(seed)
    const { begunBy, logger } = this.#parts
    try {
      const counts = [host, guest].map((player) => begunBy(player.id, rated))
      const [ofHost, ofGuest] = await within(this.#withinMs, Promise.all(counts))
      return fairSeat(seed, { host: ofHost!, guest: ofGuest! })
    } catch (error) {
      logger.warn({ err: error }, 'the history does not say who of two players has begun less often: the seed decides')
      return fairSeat(seed)
    }
  }
}

/** Where everybody has an account, and nobody has played. */
export const anyRatedPlayers = (logger: Logger): RatedPlayers =>
  new RatedPlayers({ requireAccount: () => Promise.resolve(), begunBy: () => Promise.resolve(0), logger })
