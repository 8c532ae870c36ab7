import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { CodedError } from '../protocol/index.ts'
import { textFault } from '../text/index.ts'
import { isGuessable } from './guessable.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/**
 * Hashing takes threads and cores from games: at most half of the cores, and half of Node's four threads for such work.
 */
const MOST_PARALLEL = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
const MOST_WAITING = 64
const RETRY_AFTER_MS = 1000

const LONE_SURROGATE = /\p{Cs}/u

export interface Passwords {
  /**
   * Hashes a new password. `about`: what an attacker would try first, as the name of the player.
   * @throws CodedError `password-invalid`; `rate-limited` when too many hashes wait
   */
  hash(password: string, about?: readonly string[]): Promise<string>
  /**
   * Whether a password has this hash. Without a hash (null) the answer is no, after the same work.
   * @throws CodedError `rate-limited` when too many hashes wait
   */
  matches(password: string, hashed: string | null): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
  const limit = pLimit(MOST_PARALLEL)
  const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount < MOST_WAITING) return limit(work)
    throw new CodedError('rate-limited', undefined, { retryAfterMs: RETRY_AFTER_MS })
  }
  const hashOfNobody = await hash(randomBytes(32), COST)
  return {
    async hash(password, about = []) {
      const normal = normalForm(password)
      if (!hasGoodLength(normal)) throw new CodedError('password-invalid', 'A password has 8 to 128 characters.')
      if (await isGuessable(normal, about)) throw new CodedError('password-invalid', 'This password is easy to guess.')
      return bounded(() => hash(normal, COST))
    },

    async matches(password, hashed) {
      const isRight = await bounded(() => verify(hashed ?? hashOfNobody, normalForm(password)))
      return isRight && hashed !== null
    },
  }
}

/** Keyboards differ in how they compose letters. */
const normalForm = (password: string): string => password.normalize('NFKC')

const hasGoodLength = (password: string): boolean =>
  textFault('password', password) === null && !LONE_SURROGATE.test(password)
