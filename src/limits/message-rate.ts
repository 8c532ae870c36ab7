import { LocalLimiter } from './local.ts'
import { spend } from './spend.ts'

/** The time over which messages are counted: short bursts, as of a bot that plays a game, are allowed. */
export const WINDOW_SECONDS = 10

/** By default: messages of one player, on average over the window. */
const MESSAGES_PER_SECOND = 60

/** Counts what each player sends to this node, whichever door it comes through, and the refusals. */
export class MessageRate {
  readonly perSecond: number
  readonly #limiter: LocalLimiter
  readonly #refusals: LocalLimiter

  /** `perSecond` on average over ten seconds. */
  constructor(perSecond = MESSAGES_PER_SECOND) {
    this.perSecond = perSecond
    const limit = { points: perSecond * WINDOW_SECONDS, duration: WINDOW_SECONDS }
    this.#limiter = new LocalLimiter(limit)
    this.#refusals = new LocalLimiter(limit)
  }

  /**
   * Counts something that weighs as much as `weight` plain messages.
   * @throws CodedError `rate-limited` with details.retryAfterMs.
   */
  async spend(player: string, weight: number): Promise<void> {
    await spend(this.#limiter, player, weight)
  }

  /** Counts a refusal. Resolves with false for a player who was refused as often as they may send messages: a flood. */
  async tolerates(player: string): Promise<boolean> {
    return this.#refusals.consume(player).then(
      () => true,
      () => false,
    )
  }
}
