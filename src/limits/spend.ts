import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { CodedError } from '../protocol/index.ts'

/**
 * Takes points from those that a key has left. Resolves with how many it still has, and when it has all of them again.
 * @throws CodedError `rate-limited` with details.retryAfterMs when it has too few
 */
export async function spend(
  limiter: RateLimiterAbstract,
  key: string,
  points = 1,
): Promise<{ left: number; resetMs: number }> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key, points)
    return { left: remainingPoints, resetMs: msBeforeNext }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    // The limiter reads the clock of the machine, which can be set back; its window ends by a timer all the same.
    const retryAfterMs = Math.min(Math.max(1, Math.ceil(error.msBeforeNext)), limiter.duration * 1000)
    throw new CodedError('rate-limited', undefined, { retryAfterMs })
  }
}
