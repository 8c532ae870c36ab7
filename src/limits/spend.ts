import { RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { CodedError } from '../protocol/index.ts'

/** Takes points from what somebody has left. @throws CodedError `rate-limited` with details.retryAfterMs when it is not enough. */
export async function spend(limiter: RateLimiterAbstract, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new CodedError('rate-limited', undefined, { retryAfterMs: Math.max(1, Math.ceil(error.msBeforeNext)) })
  }
}
