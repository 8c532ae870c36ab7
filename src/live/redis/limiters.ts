import type { Logger } from 'pino'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { Limiters } from '../../limits/index.ts'
import { LocalLimiter } from '../../limits/index.ts'
import { parseAddress } from './address.ts'
import type { RedisTimes } from './client.ts'
import { openClient, TIMES } from './client.ts'

/** All keys of limits begin with this. Each key expires with its limit. */
export const LIMIT_PREFIX = 'curia:limit'

/** A request must not wait longer for its limit to be counted (ms): from then on this node counts alone. */
const ANSWER_MS = 250

export interface RedisLimitersOptions {
  /** See `parseAddress`. */
  url: string
  log?: Logger
  times?: Partial<RedisTimes>
}

/**
 * Limiters that count in Redis, for all nodes together: one key and one round trip each. While Redis does not answer,
 * this node counts alone, from zero; nobody is refused for that. The connection is not the one of the store: no move
 * waits behind a limit.
 * @throws Error if the address cannot be read.
 */
export function openRedisLimiters({ url, log, times }: RedisLimitersOptions): Limiters & { close(): Promise<void> } {
  const client = openClient(parseAddress(url), { ...TIMES, answer: ANSWER_MS, ...times })
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway) log?.warn({ err: error }, 'limits are counted on this node alone: Redis does not answer')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log?.info('limits are shared again')
    isAway = false
  })
  return {
    limiter: (name, rate) =>
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix: `${LIMIT_PREFIX}:${name}`,
        ...rate,
        rejectIfRedisNotReady: true,
        insuranceLimiter: new LocalLimiter({ keyPrefix: `${LIMIT_PREFIX}:${name}`, ...rate }),
      }),
    close: async () => client.disconnect(),
  }
}
