import { RateLimiterMemory } from 'rate-limiter-flexible'
import { spend } from '../limits/index.ts'

/** What one player, and one connection of his, may have. */
export const LIMITS = {
  connectionsPerPlayer: 10,
  matchesPerConnection: 16,
  /** Messages waiting to be sent to a client that does not read them; beyond that its connection is closed. */
  unsentMessages: 20_000,
} as const

/** Over which time messages are counted: short bursts, as of a bot playing a game, are well. */
const WINDOW_SECONDS = 10

/** Counts what players send, whatever the number of their connections. */
export class MessageRate {
  readonly #limiter: RateLimiterMemory

  /** `perSecond` on average over ten seconds. */
  constructor(perSecond: number) {
    this.#limiter = new RateLimiterMemory({ points: perSecond * WINDOW_SECONDS, duration: WINDOW_SECONDS })
  }

  /** Counts something as heavy as `weight` plain messages. @throws CodedError `rate-limited` with details.retryAfterMs. */
  async spend(player: string, weight: number): Promise<void> {
    await spend(this.#limiter, player, weight)
  }
}
