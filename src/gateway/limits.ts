import { RateLimiterMemory } from 'rate-limiter-flexible'
import { spend } from '../limits/index.ts'
import type { ServerEvent } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'

/** Limits that a configuration may change. */
export const DEFAULT_LIMITS = {
  /** Messages of one player, on average over ten seconds. */
  messagesPerSecond: 60,
  /** Connections of one address. */
  connectionsPerAddress: 200,
  /** New connections of one address. */
  handshakesPerMinute: 600,
}

/** The time over which messages are counted: short bursts, as of a bot that plays a game, are allowed. */
export const WINDOW_SECONDS = 10

/** The last event for a client that goes on sending although it was refused. */
export const FLOODED: ServerEvent = {
  event: 'error:protocol',
  payload: new CodedError('rate-limited', 'The connection is closed: the client went on sending too many messages.', {
    retryAfterMs: WINDOW_SECONDS * 1000,
  }).toBody(),
}

/** Counts the messages of each player over all of their connections, and the refusals. */
export class MessageRate {
  readonly #limiter: RateLimiterMemory
  readonly #refusals: RateLimiterMemory

  /** `perSecond` on average over ten seconds. */
  constructor(perSecond: number) {
    const limit = { points: perSecond * WINDOW_SECONDS, duration: WINDOW_SECONDS }
    this.#limiter = new RateLimiterMemory(limit)
    this.#refusals = new RateLimiterMemory(limit)
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
