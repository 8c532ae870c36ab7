import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Limiters } from '../limits/index.ts'
import { spend } from '../limits/index.ts'

// How many wrong passwords are allowed. Durations in seconds.
/** From one address for one name. */
const FROM_ADDRESS = { points: 10, duration: 15 * 60 }
/** From all addresses for one name. */
const FOR_NAME = { points: 100, duration: 60 * 60 }
/** For a change of the password. */
const FOR_CHANGE = { points: 10, duration: 15 * 60 }

/**
 * Counts wrong passwords. It counts an attempt when it begins, so that parallel attempts cannot pass the limit.
 */
export class Attempts {
  readonly #fromAddress: RateLimiterAbstract
  readonly #forName: RateLimiterAbstract
  readonly #forChange: RateLimiterAbstract

  constructor(limiters: Limiters) {
    this.#fromAddress = limiters.limiter('log-in-from-address', FROM_ADDRESS)
    this.#forName = limiters.limiter('log-in-for-name', FOR_NAME)
    this.#forChange = limiters.limiter('password-change', FOR_CHANGE)
  }

  /**
   * Attempts to log in under a name.
   * @param address of the client; the same one for all addresses of an IPv6 network.
   * @param check finds who has the password; null if nobody does.
   * @throws CodedError `rate-limited` with details.retryAfterMs, and what `check` throws
   */
  async logIn<T>(nameKey: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    // The address comes first: an attempt that its limit refuses takes nothing from the limit of the name.
    return attempt(this.#fromAddress, `${address} ${nameKey}`, () => attempt(this.#forName, nameKey, check))
  }

  /** Attempts the current password of a player who is logged in. Parameters and errors like `logIn`. */
  async change<T>(player: string, check: () => Promise<T | null>): Promise<T | null> {
    return attempt(this.#forChange, player, check)
  }
}

/** Only a wrong password stays counted. */
async function attempt<T>(
  limiter: RateLimiterAbstract,
  key: string,
  check: () => Promise<T | null>,
): Promise<T | null> {
  await spend(limiter, key)
  let wrong = false
  try {
    const found = await check()
    wrong = found === null
    return found
  } finally {
    if (!wrong) await limiter.reward(key)
  }
}
