import { RateLimiterMemory } from 'rate-limiter-flexible'
import { spend } from '../limits/index.ts'

/** Wrong passwords that may be tried: by one address for one name, by all for one name, and for a change of the password. */
const FROM_ADDRESS = { points: 10, duration: 15 * 60 }
const FOR_NAME = { points: 100, duration: 60 * 60 }
const FOR_CHANGE = { points: 10, duration: 15 * 60 }

/** Counts wrong passwords on this node. An attempt counts from when it begins, so that many at once are no way around. */
export class Attempts {
  readonly #fromAddress = new RateLimiterMemory(FROM_ADDRESS)
  readonly #forName = new RateLimiterMemory(FOR_NAME)
  readonly #forChange = new RateLimiterMemory(FOR_CHANGE)

  /**
   * Tries to log in under a name.
   * @param address whence; of an IPv6 network, always the same one.
   * @param check whether the password was right.
   * @throws CodedError `rate-limited` with details.retryAfterMs, and what `check` throws.
   */
  async logIn(nameKey: string, address: string, check: () => Promise<boolean>): Promise<boolean> {
    // An address comes first: one that is refused takes nothing from the others.
    return attempt(this.#fromAddress, `${address} ${nameKey}`, () => attempt(this.#forName, nameKey, check))
  }

  /** Tries the current password of a player who is logged in. Parameters and errors as of `logIn`. */
  async change(player: string, check: () => Promise<boolean>): Promise<boolean> {
    return attempt(this.#forChange, player, check)
  }
}

/** Only a wrong password goes on counting. */
async function attempt(limiter: RateLimiterMemory, key: string, check: () => Promise<boolean>): Promise<boolean> {
  await spend(limiter, key)
  let wrong = false
  try {
    wrong = !(await check())
    return !wrong
  } finally {
    if (!wrong) await limiter.reward(key)
  }
}
