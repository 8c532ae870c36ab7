import { RateLimiterMemory } from 'rate-limiter-flexible'
import { spend } from '../limits/index.ts'

/** What one player, and one of their connections, may have. */
export const LIMITS = {
  connectionsPerPlayer: 10,
  matchesPerConnection: 16,
  /** Messages that wait for a client that does not read them; beyond that its connection is closed. */
  unsentMessages: 20_000,
} as const

/** The time over which messages are counted: short bursts, as of a bot that plays a game, are allowed. */
const WINDOW_SECONDS = 10

/** Counts the messages of each player over all of their connections. */
export class MessageRate {
  readonly #limiter: RateLimiterMemory

  /** `perSecond` on average over ten seconds. */
  constructor(perSecond: number) {
    this.#limiter = new RateLimiterMemory({ points: perSecond * WINDOW_SECONDS, duration: WINDOW_SECONDS })
  }

  /**
   * Counts something that weighs as much as `weight` plain messages.
   * @throws CodedError `rate-limited` with details.retryAfterMs.
   */
  async spend(player: string, weight: number): Promise<void> {
    await spend(this.#limiter, player, weight)
  }
}
