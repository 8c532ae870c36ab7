import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { LocalLimiter } from './local.ts'

/** How often something may be done: so many times in so many seconds. */
export interface Rate {
  points: number
  duration: number
}

/**
 * Makes limiters for what is rare and costs something: guests, log-ins, chat, exports. Where nodes share a store, all
 * limiters of one name count together.
 */
export interface Limiters {
  /** @param name of the limit, in words and hyphens; each name has one rate. */
  limiter(name: string, rate: Rate): RateLimiterAbstract
}

/** Limiters that count on this node alone. */
export const localLimiters: Limiters = {
  limiter: (name, rate) => new LocalLimiter({ keyPrefix: name, ...rate }),
}
