import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Figures } from '../metrics/index.ts'
import { decorated, Names } from '../metrics/index.ts'
import type { Limiters } from './limiters.ts'

/** The same limiters, whose refusals are counted. */
export function meteredLimiters(figures: Figures, limiters: Limiters): Limiters {
  const names = new Names()
  return {
    limiter(name, rate) {
      const limit = names.add(name)
      const plain = limiters.limiter(name, rate)
      return decorated(plain, {
        consume: (...wanted) =>
          plain.consume(...wanted).catch((refusal: unknown) => {
            if (refusal instanceof RateLimiterRes) figures.count('curia_limit_refusals_total', { limit })
            throw refusal
          }),
      })
    },
  }
}
