import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Places } from '../limits/index.ts'
import { CodedError } from '../protocol/index.ts'
import { textFault } from '../text/index.ts'
import { isGuessable } from './guessable.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/**
 * Hashing takes threads and cores from games: at most half of the cores, and half of Node's four threads for such work.
 */
const MOST_PARALLEL = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** How many hashes wait at most, and that many more of those who are known. These have a share of their own. */
const STRANGERS = { perOwner: 32, inAll: 64 }
const RETRY_AFTER_MS = 1000
const KNOWN = { rank: 'first', limits: { perOwner: 2, inAll: 2 * STRANGERS.inAll } } as const

const LONE_SURROGATE = /\p{Cs}/u

/** Who asks for a hash. Owners take turns with each other. */
export interface Asker {
  owner: string
  /** They were let in lately, from the same address: they do not wait behind as many strangers as there may be. */
  isKnown?: boolean
}

/** An account, or what else has a password. */
interface HasPassword {
  passwordHash: string | null
}

export interface Passwords {
  /**
   * Hashes a new password. `about`: what an attacker would try first, as the name of the player.
   * @throws CodedError `password-invalid`; `rate-limited` when too many hashes wait
   */
  hash(password: string, asker: Asker, about?: readonly string[]): Promise<string>
  /**
   * Whose password it is: what is found, when the asker's turn has come, if the password has its hash. If nothing is found,
   * or it has no hash, the answer is null, after the same work.
   * @throws CodedError `rate-limited` when too many hashes wait; what `find` throws
   */
  ownerOf<T extends HasPassword>(password: string, find: () => Promise<T | null>, asker: Asker): Promise<T | null>
}

export async function createPasswords(): Promise<Passwords> {
  const places = Places.alike(MOST_PARALLEL, STRANGERS)
  const inTurn = <T>({ owner, isKnown }: Asker, work: () => Promise<T>): Promise<T> =>
    places.run({ owner, ...(isKnown && KNOWN) }, work).catch((error: unknown) => {
      if (!(error instanceof CodedError) || error.code !== 'busy') throw error
      throw new CodedError('rate-limited', undefined, { retryAfterMs: RETRY_AFTER_MS })
    })
  const hashOfNobody = await hash(randomBytes(32), COST)
  return {
    async hash(password, asker, about = []) {
      const normal = normalForm(password)
      if (!hasGoodLength(normal)) throw new CodedError('password-invalid', 'A password has 8 to 128 characters.')
      if (await isGuessable(normal, about)) throw new CodedError('password-invalid', 'This password is easy to guess.')
      return inTurn(asker, () => hash(normal, COST))
    },

    ownerOf: (password, find, asker) =>
      inTurn(asker, async () => {
        const found = await find()
        const hashed = found?.passwordHash ?? null
        const isRight = await verify(hashed ?? hashOfNobody, normalForm(password))
        return isRight && hashed !== null ? found : null
      }),
  }
}

/** Keyboards differ in how they compose letters. */
const normalForm = (password: string): string => password.normalize('NFKC')

const hasGoodLength = (password: string): boolean =>
  textFault('password', password) === null && !LONE_SURROGATE.test(password)
