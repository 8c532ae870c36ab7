import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { CodedError } from '../protocol/index.ts'
import { Gate } from './gate.ts'

/** Argon2id as OWASP recommends it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
/** Hashing takes threads and cores from games: at most half of the cores, and half of Node's four threads for such work. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
const MOST_WAITING = 64

const SHORTEST = 8
const LONGEST = 128
const LONE_SURROGATE = /\p{Cs}/u

export interface Passwords {
  /** What is kept of a new password. @throws CodedError `password-invalid`; `rate-limited` when too many are being hashed. */
  hash(password: string): Promise<string>
  /** Whether a password is the one that was hashed; null for nobody's, which takes as long. @throws CodedError `rate-limited`. */
  matches(password: string, hashed: string | null): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
  const gate = new Gate({ most: AT_ONCE, mostWaiting: MOST_WAITING })
  const nobodys = await hash(randomBytes(32), COST)
  return {
    async hash(password) {
      const normal = normalForm(password)
      if (!isAcceptable(normal)) throw new CodedError('password-invalid')
      return gate.pass(() => hash(normal, COST))
    },

    async matches(password, hashed) {
      const right = await gate.pass(() => verify(hashed ?? nobodys, normalForm(password)))
      return right && hashed !== null
    },
  }
}

/** Keyboards differ in how they compose letters. */
const normalForm = (password: string): string => password.normalize('NFKC')

function isAcceptable(password: string): boolean {
  const { length } = Array.from(password)
  return length >= SHORTEST && length <= LONGEST && !LONE_SURROGATE.test(password)
}
